import { expect, test } from "vitest";
import { addHints } from "./surfaces/html-hints.ts";

const page = (body: string, headers = {}) => ({
  status: 200,
  headers: { "content-type": "text/html", etag: '"a"', ...headers },
  body,
});
const readText = async (body: unknown) =>
  body instanceof ReadableStream
    ? new Response(body).text()
    : typeof body === "string"
      ? body
      : new TextDecoder().decode(body as Uint8Array);
const createStream = (...pieces: string[]) => new Blob(pieces).stream();

test("stands at the beginning of the head, and not in a comment or a header", async () => {
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

test("leaves a page without a head as it is", async () => {
  const response = page("<header>no head</header>", { "accept-ranges": "bytes" });
  expect(await addHints(response, "/a", "")).toEqual(response);
});

test("can't be left by an address", async () => {
  const { body } = await addHints(page("<head></head>"), "/a--%3E", 'x=--><script>&y="');
  expect(await readText(body)).not.toMatch(/--><script|"">/);
});

test("says the new length where there was one", async () => {
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

test("is left out where it would push the page's charset out of sight", async () => {
  const response = page("<head><meta charset=utf-8></head>");
  expect(await addHints(response, `/${"a".repeat(300)}`, "")).toEqual(response);
});

test("gives a stream without a head whole", async () => {
  const { body, headers } = await addHints(
    { ...page(""), body: createStream("<p>", "x".repeat(200_000)) },
    "/a",
    "",
  );
  expect((await readText(body)).length).toBe(200_003);
  expect(headers["etag"]).toBe('"a"');
});
