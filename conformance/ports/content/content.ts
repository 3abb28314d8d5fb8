import assert from "node:assert/strict";
import type { ContentSource } from "../../../core/ports/content.ts";
import { createCheck, type PortCheck } from "../port-check.ts";

/** A content source with the pages `/`, `/docs/a.html` and `/docs/café.html`. */
export interface ContentFixture {
  readonly content: ContentSource;
  /** Adds or replaces a page. The source may take some time to notice. */
  writePage(path: string, html: string): Promise<void>;
  /** Opens a source whose site can't be reached. */
  openUnreachable(): ContentSource;
  close(): Promise<void>;
}

export type ContentCheck = PortCheck<ContentFixture>;

/** The HTML of these pages, by percent-encoded path. */
export const PAGES: Readonly<Record<string, string>> = {
  "/": "<title>Home</title>",
  "/docs/a.html": "<title>A</title><p>Ünder",
  "/docs/caf%C3%A9.html": "<title>Café</title>",
};

const check = createCheck<ContentFixture>;

/** Checks that every implementation of `ContentSource` must pass. */
export const contentSuite: readonly ContentCheck[] = [
  check("lists the pages in a stable order", async ({ content }) => {
    const paths = (await content.listPages()).map(({ path }) => path);
    assert.deepEqual(paths.toSorted(), Object.keys(PAGES).toSorted());
    assert.deepEqual(
      (await content.listPages()).map(({ path }) => path),
      paths,
    );
  }),

  check("formats modification times as RFC 3339", async ({ content }) => {
    for (const { modified } of await content.listPages())
      if (modified) assert.equal(new Date(modified).toISOString(), modified);
  }),

  check("returns the same array until a page changes", async ({ content, writePage }) => {
    const before = await content.listPages();
    assert.equal(await content.listPages(), before);
    await writePage("/new.html", "<title>New</title>");
    await waitUntil(async () =>
      assert.ok((await content.listPages()).some(({ path }) => path === "/new.html")),
    );
    assert.notEqual(await content.listPages(), before);
    assert.equal(await content.listPages(), await content.listPages());
  }),

  check("finds every listed page, with its bytes, size and type", async ({ content }) => {
    for (const { path } of await content.listPages()) {
      const page = await content.find(path);
      assert.equal(page?.path, path);
      const bytes = await page.bytes();
      assert.equal(new TextDecoder().decode(bytes), PAGES[path]);
      assert.equal(page.size, bytes.byteLength);
      assert.match(page.type, /^text\/html/);
      assert.match(page.etag, /^(W\/)?".+"$/);
      assert.equal(new Date(page.modified).toISOString(), page.modified);
    }
  }),

  check("returns the bytes repeatedly and streams inclusive byte ranges", async ({ content }) => {
    const page = (await content.find("/docs/a.html"))!;
    assert.deepEqual(await page.bytes(), await page.bytes());
    assert.equal(await new Response(page.stream()).text(), PAGES["/docs/a.html"]);
    assert.equal(await new Response(page.stream(1, 5)).text(), "title");
  }),

  check("changes the ETag when a page changes", async ({ content, writePage }) => {
    const before = (await content.find("/docs/a.html"))!;
    assert.equal((await content.find("/docs/a.html"))!.etag, before.etag);
    await writePage("/docs/a.html", "<title>A, rewritten</title>");
    await waitUntil(async () => {
      const after = (await content.find("/docs/a.html"))!;
      assert.notEqual(after.etag, before.etag);
      assert.equal(new TextDecoder().decode(await after.bytes()), "<title>A, rewritten</title>");
    });
  }),

  check(
    "returns undefined for missing paths and for paths outside the site",
    async ({ content }) => {
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
    },
  ),

  check('rejects with "unavailable" if the site can\'t be reached', async ({ openUnreachable }) => {
    const content = openUnreachable();
    await assert.rejects(async () => content.listPages(), { name: "Problem", code: "unavailable" });
    await assert.rejects(content.find("/"), { name: "Problem", code: "unavailable" });
  }),
];

/** Retries the assertions for up to 5 seconds. Rejects with the last failure. */
async function waitUntil(assertions: () => Promise<void>): Promise<void> {
  for (let retries = 100; ; retries--) {
    try {
      return await assertions();
    } catch (error) {
      if (retries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
