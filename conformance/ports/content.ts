import assert from "node:assert/strict";
import type { Content } from "../../core/index.ts";

/** A small site that a driver reads, and hands on it. */
export interface ContentFixture {
  readonly content: Content;
  /** Changes a page, or adds one; resolves when the driver may be expected to see it. */
  writePage(path: string, html: string): Promise<void>;
  /** Another driver's view of a site that can't be reached. */
  makeUnreachable(): Content;
  close(): Promise<void>;
}

/** Makes a site of these HTML pages, by path. */
export type ContentDriver = (pages: Readonly<Record<string, string>>) => Promise<ContentFixture>;

/** One observable promise of the port. */
export interface ContentCheck {
  readonly name: string;
  run(driver: ContentDriver): Promise<void>;
}

const PAGES = {
  "/": "<title>Home</title>",
  "/docs/a.html": "<title>A</title><p>Ünder",
  "/docs/caf%C3%A9.html": "<title>Café</title>",
};

const check = (name: string, run: (fixture: ContentFixture) => Promise<void>): ContentCheck => ({
  name,
  async run(driver) {
    const fixture = await driver(PAGES);
    try {
      await run(fixture);
    } finally {
      await fixture.close();
    }
  },
});

/** What every driver of the Content port must do. */
export const contentSuite: readonly ContentCheck[] = [
  check("lists the pages by path, in a stable order", async ({ content }) => {
    const paths = (await content.listPages()).map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), Object.keys(PAGES).toSorted());
    assert.deepEqual(
      (await content.listPages()).map(({ path }) => path),
      paths,
    );
  }),

  check("says in RFC 3339 when a page changed, or nothing", async ({ content }) => {
    for (const { modified } of await content.listPages())
      if (modified) assert.equal(new Date(modified).toISOString(), modified);
  }),

  check("gives the same list until something has changed", async ({ content, writePage }) => {
    const before = await content.listPages();
    assert.equal(await content.listPages(), before);
    await writePage("/new.html", "<title>New</title>");
    await waitUntil(async () =>
      assert.ok((await content.listPages()).some(({ path }) => path === "/new.html")),
    );
    assert.notEqual(await content.listPages(), before);
    assert.equal(await content.listPages(), await content.listPages());
  }),

  check("finds what it lists, with its bytes, size and type", async ({ content }) => {
    for (const { path } of await content.listPages()) {
      const result = await content.find(path);
      assert.equal(result?.path, path);
      const bytes = await result.bytes();
      assert.equal(new TextDecoder().decode(bytes), PAGES[path as keyof typeof PAGES]);
      assert.equal(result.size, bytes.byteLength);
      assert.match(result.type, /^text\/html/);
      assert.match(result.etag, /^(W\/)?".+"$/);
      assert.equal(new Date(result.modified).toISOString(), result.modified);
    }
  }),

  check("gives the bytes again, and in parts, both ends included", async ({ content }) => {
    const result = (await content.find("/docs/a.html"))!;
    assert.deepEqual(await result.bytes(), await result.bytes());
    assert.equal(await new Response(result.stream()).text(), PAGES["/docs/a.html"]);
    assert.equal(await new Response(result.stream(1, 5)).text(), "title");
  }),

  check("gives a page another ETag once it has changed", async ({ content, writePage }) => {
    const before = (await content.find("/docs/a.html"))!;
    assert.equal((await content.find("/docs/a.html"))!.etag, before.etag);
    await writePage("/docs/a.html", "<title>A, rewritten</title>");
    await waitUntil(async () => {
      const after = (await content.find("/docs/a.html"))!;
      assert.notEqual(after.etag, before.etag);
      assert.equal(new TextDecoder().decode(await after.bytes()), "<title>A, rewritten</title>");
    });
  }),

  check("finds nothing where nothing stands, and nothing outside", async ({ content }) => {
    for (const path of [
      "/none",
      "/docs/none.html",
      "/docs/..%2f..%2fetc/passwd",
      "/%2e%2e/",
      "/a%00b",
      "/docs/%5c..%5c",
      "/%E0%A4%A",
      "//other.example/",
    ]) {
      assert.equal(await content.find(path), undefined, path);
    }
  }),

  check("is unavailable while the site can't be reached", async ({ makeUnreachable }) => {
    const content = makeUnreachable();
    await assert.rejects(content.listPages(), { name: "Problem", code: "unavailable" });
    await assert.rejects(content.find("/"), { name: "Problem", code: "unavailable" });
  }),
];

/** Tries until it holds, for up to 5 s. */
export async function waitUntil(holds: () => Promise<void>): Promise<void> {
  for (let remaining = 100; ; remaining--) {
    try {
      return await holds();
    } catch (error) {
      if (remaining === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
