import { describe, expect, it } from "vitest";
import { addHints } from "./html-hints.ts";

const page = (body: string, headers = {}) => ({
  status: 200,
  headers: { "content-type": "text/html", etag: '"a"', ...headers },
  body,
});
async function readText(body: unknown): Promise<string> {
  if (body instanceof ReadableStream) return new Response(body).text();
  return typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
}
const createStream = (...pieces: string[]) => new Blob(pieces).stream();

describe("addHints", () => {
  it("adds the hint at the start of the head, not in a comment or a <header>", async () => {
    const { body, headers } = await addHints(
      page("<!-- <head> --><HEAD lang=a>\n<title>A</title></HEAD><header>"),
      "/a.html",
      "",
    );
    expect(await readText(body)).toMatch(
      /^<!-- <head> --><HEAD lang=a><link rel="alternate" type="text\/markdown" href="\/a\.md"><!--[^>]+-->\n<title>/,
    );
    expect(headers["etag"]).toBe('"a+hints"');
  });

  it("doesn't change a page without a head", async () => {
    const response = page("<header>no head</header>", { "accept-ranges": "bytes" });
    expect(await addHints(response, "/a", "")).toEqual(response);
  });

  it("escapes URLs, so that they can't end the hint", async () => {
    const { body } = await addHints(page("<head></head>"), "/a--%3E", 'x=--><script>&y="');
    expect(await readText(body)).not.toMatch(/--><script|"">/);
  });

  it("links to this site for a path that begins with two slashes", async () => {
    const { body } = await addHints(page("<head></head>"), "//evil.example/", "");
    const href = /href="([^"]+)"/.exec(await readText(body))?.[1];
    expect(URL.parse(href!, "https://shop.example/a")?.href).toBe(
      "https://shop.example//evil.example/index.md",
    );
  });

  it("updates Content-Length if the page has it", async () => {
    const long = "x".repeat(100_000);
    const { body, headers } = await addHints(
      {
        ...page(""),
        headers: { "content-type": "text/html", "content-length": "100013" },
        body: createStream("<head></head>", long),
      },
      "/a",
      "",
    );
    const text = await readText(body);
    expect(headers["content-length"]).toBe(String(text.length));
    expect(text.endsWith(long)).toBe(true);
  });

  it("adds no hint that would move the charset out of the first 1024 bytes", async () => {
    const response = page("<head><meta charset=utf-8></head>");
    expect(await addHints(response, `/${"a".repeat(300)}`, "")).toEqual(response);
  });

  it("passes on a stream without a head in full", async () => {
    const { body, headers } = await addHints(
      { ...page(""), body: createStream("<p>", "x".repeat(200_000)) },
      "/a",
      "",
    );
    expect((await readText(body)).length).toBe(200_003);
    expect(headers["etag"]).toBe('"a"');
  });
});
