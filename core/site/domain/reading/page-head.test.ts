import { describe, expect, it } from "vitest";
import { describeHtml, readHtml } from "./index.ts";

const read = (html: string) => readHtml(html, { url: "https://example.com/", format: "text" });

describe("title, description and language", () => {
  it("come from the head", () => {
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
  it("fall back to what the page gives social networks, then to the first heading", () => {
    expect(
      read(
        '<meta property="og:title" content="Social"><meta property="og:description" content="D"><h1>H</h1>',
      ),
    ).toMatchObject({ title: "Social", description: "D" });
    expect(read("<title> </title><h1>H <b>1</b></h1><h1>2</h1>").title).toBe("H 1");
    expect(read("<p>x").title).toBe("");
  });
  it("is not the title of an image", () => {
    expect(read("<svg><title>Icon</title></svg><p>x").title).toBe("");
  });
  it("leaves out a language that is none", () => {
    expect(read('<html lang="<script>"><p>x')).not.toHaveProperty("language");
  });
});

describe("describing a page", () => {
  it("says what reading it would say", () => {
    expect(
      describeHtml('<head><title>T</title><meta name=description content="D"></head><h1>H</h1>'),
    ).toEqual({ title: "T", description: "D" });
    expect(describeHtml("<p>x<h1>Only a <em>heading</em></h1><h1>No</h1>")).toEqual({
      title: "Only a heading",
    });
    expect(describeHtml("<svg><title>Icon</title></svg>")).toEqual({});
  });
  it("reads no further than the head", () => {
    expect(describeHtml("<title>T</title></head><meta name=description content=late>")).toEqual({
      title: "T",
    });
  });
});
