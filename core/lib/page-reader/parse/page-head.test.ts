import { describe, expect, it } from "vitest";
import { describeHtml, readHtml } from "../index.ts";

const read = (html: string) => readHtml(html, { url: "https://example.com/", format: "text" });

describe("page metadata", () => {
  it("comes from the head", () => {
    expect(
      read(
        '<html lang="de-AT"><title> A &amp;\n B </title><meta name="Description" content=" what\n it is "><p>x',
      ),
    ).toEqual({
      title: "A & B",
      description: "what it is",
      language: "de-AT",
      content: "x\n",
    });
  });
  it("falls back to Open Graph, then to the first h1 for the title", () => {
    expect(
      read(
        '<meta property="og:title" content="Social"><meta property="og:description" content="D"><h1>H</h1>',
      ),
    ).toMatchObject({ title: "Social", description: "D" });
    expect(read("<title> </title><h1>H <b>1</b></h1><h1>2</h1>").title).toBe("H 1");
    expect(read("<p>x").title).toBe("");
  });
  it("ignores the title of an SVG image", () => {
    expect(read("<svg><title>Icon</title></svg><p>x").title).toBe("");
  });
  it("omits an invalid language tag", () => {
    expect(read('<html lang="<script>"><p>x')).not.toHaveProperty("language");
  });
});

describe("describeHtml", () => {
  it("returns the same title and description as readHtml", () => {
    expect(
      describeHtml('<head><title>T</title><meta name=description content="D"></head><h1>H</h1>'),
    ).toEqual({ title: "T", description: "D" });
    expect(describeHtml("<p>x<h1>Only a <em>heading</em></h1><h1>No</h1>")).toEqual({
      title: "Only a heading",
    });
    expect(describeHtml("<svg><title>Icon</title></svg>")).toEqual({});
  });
  it("stops at the end of the head", () => {
    expect(describeHtml("<title>T</title></head><meta name=description content=late>")).toEqual({
      title: "T",
    });
  });
});
