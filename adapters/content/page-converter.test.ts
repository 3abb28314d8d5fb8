import { afterEach, describe, expect, it } from "vitest";
import { createPageConverter, type PageConverterOptions } from "./page-converter.ts";

describe("createPageConverter()", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const converter of open.splice(0)) await converter.close();
  });
  const createConverter = (options?: PageConverterOptions) => {
    const converter = createPageConverter(options);
    open.push(converter);
    return converter;
  };
  const createSource = (html: string) => ({
    bytes: new TextEncoder().encode(html),
    type: "text/html",
    url: "https://shop.example/docs/",
    format: "markdown" as const,
    partCharacters: 20_000,
  });

  it("converts one page after another in a thread", async () => {
    const { convert } = createConverter();
    const [first, second] = await Promise.all(
      ["One", "Two"].map((title) => convert(createSource(`<h1>${title}</h1><a href=x>link</a>`))),
    );
    expect(first).toMatchObject({ title: "One", partEnds: [43] });
    expect(new TextDecoder().decode((second as { body: Uint8Array }).body)).toBe(
      "# Two\n\n[link](https://shop.example/docs/x)\n",
    );
  });

  it("leaves the bytes of the page unchanged", async () => {
    const source = createSource("<p>Text</p>");
    await createConverter().convert(source);
    expect(source.bytes.byteLength).toBe(11);
  });

  it("stops a conversion that takes too long, and converts the next page in a new thread", async () => {
    const { convert } = createConverter({ timeoutMs: 1 });
    for (let each = 0; each < 2; each++)
      expect(await convert(createSource("<p>x".repeat(100_000)))).toEqual({
        failure: "too_complex",
      });
  });

  it("rejects pages while too many wait", async () => {
    const { convert } = createConverter({ maxWaiting: 1 });
    const results = await Promise.all(
      Array.from({ length: 4 }, () => convert(createSource("<p>Text</p>"))),
    );
    expect(results.map((result) => ("failure" in result ? result.failure : "converted"))).toEqual([
      "converted",
      "converted",
      "busy",
      "busy",
    ]);
  });

  it("rejects pages of a client while too many of its pages wait, but none of others", async () => {
    const { convert } = createConverter({ maxWaitingPerClient: 1 });
    const clients = ["a", "a", "a", "b", "b", undefined, undefined, undefined];
    const results = await Promise.all(
      clients.map((client) => convert(createSource("<p>Text</p>"), client)),
    );
    expect(results.map((result) => ("failure" in result ? result.failure : "converted"))).toEqual([
      "converted",
      "converted",
      "busy",
      "converted",
      "busy",
      "converted",
      "converted",
      "converted",
    ]);
  });

  it("lets clients with waiting pages take turns", async () => {
    const { convert } = createConverter();
    const converted: string[] = [];
    await Promise.all(
      ["a", "a", "a", "b"].map(async (client) => {
        await convert(createSource("<p>Text</p>"), client);
        converted.push(client);
      }),
    );
    expect(converted).toEqual(["a", "a", "b", "a"]);
  });

  it("reports a page with too many elements", async () => {
    const { convert } = createConverter();
    expect(await convert(createSource("<br>".repeat(1_500_001)))).toEqual({
      failure: "too_complex",
    });
  });
});
