import { describe, expect, it } from "vitest";
import { Problem } from "../http/problem.ts";
import type { ContentSource, Resource } from "../ports/content.ts";
import { createSite } from "./index.ts";
import { NO_OAUTH_PATHS } from "./no-oauth.ts";
import type { Site } from "./site.ts";

const SITE: Site = {
  origin: "https://shop.example",
  name: "Shop",
  description: "Sells things.",
  notOffered: [],
};

const createResource = (path: string, text: string): Resource => {
  const bytes = new TextEncoder().encode(text);
  return {
    path,
    type: path.endsWith(".html") ? "text/html" : "text/plain; charset=utf-8",
    size: bytes.length,
    etag: '"own"',
    modified: "2026-11-01T00:00:00Z",
    bytes: async () => bytes,
    stream: () => new Response(bytes).body!,
  };
};

async function readText(body: unknown): Promise<string> {
  if (body instanceof ReadableStream) return new Response(body).text();
  return typeof body === "string" ? body : new TextDecoder().decode(body as Uint8Array);
}

function createTestSite(
  files: Readonly<Record<string, string | Problem>>,
  site: Partial<Site> = {},
) {
  const requestedPaths: string[] = [];
  const pages = Object.keys(files).map((path) => ({ path }));
  const content: ContentSource = {
    listPages: async () => pages,
    async find(path) {
      requestedPaths.push(path);
      const file = files[path];
      if (file instanceof Problem) throw file;
      return file === undefined ? undefined : createResource(path, file);
    },
  };
  const handler = createSite({
    site: { ...SITE, ...site },
    content,
    allowsHost: () => true,
    allowsOrigin: () => true,
  });
  const get = async (path: string) => {
    const { status, headers, body } = await handler(new Request(`https://shop.example${path}`));
    const { etag, "content-type": type } = headers;
    return { status, type, etag, text: await readText(body) };
  };
  return { get, requestedPaths };
}

describe("a content folder", () => {
  it.each([
    "/llms.txt",
    "/llms-full.txt",
    "/auth.md",
    "/support",
    "/.well-known/security.txt",
    ...NO_OAUTH_PATHS,
  ])("replaces the document at %s with its own file", async (path) => {
    const { get } = createTestSite(
      { [path]: "Our own." },
      { security: { contact: "mailto:a@shop.example" } },
    );
    expect(await get(path)).toMatchObject({ status: 200, text: "Our own." });
  });

  it("can't replace documents that describe the service", async () => {
    for (const path of [
      "/.well-known/api-catalog",
      "/.well-known/ard.json",
      "/.well-known/ai-catalog.json",
      "/mcp/server-card",
      "/openapi.json",
    ]) {
      expect((await createTestSite({ [path]: "Our own." }).get(path)).text).toContain("{");
    }
  });
});

describe("security.txt", () => {
  it("exists only if the operator sets a security contact", async () => {
    expect(await createTestSite({}).get("/.well-known/security.txt")).toMatchObject({
      status: 404,
      type: "application/problem+json",
    });
    const { text } = await createTestSite(
      {},
      { security: { contact: "https://shop.example/report" } },
    ).get("/.well-known/security.txt");
    expect(text).toMatch(
      /^Contact: https:\/\/shop\.example\/report\nExpires: \d{4}-\d\d-01T00:00:00Z\nCanonical: https:\/\/shop\.example\/\.well-known\/security\.txt\n$/,
    );
  });

  it("is linked only if it exists", async () => {
    expect((await createTestSite({}).get("/agent/site.json")).text).not.toContain("security.txt");
    expect(
      (
        await createTestSite({}, { security: { contact: "mailto:a@shop.example" } }).get(
          "/agent/site.json",
        )
      ).text,
    ).toContain("/.well-known/security.txt");
  });
});

describe("llms-full.txt", () => {
  it("omits whole pages over its limit and lists them", async () => {
    const long = "word ".repeat(90_000);
    const { get } = createTestSite({
      "/a.txt": long,
      "/b.txt": long,
      "/c.txt": long,
      "/d.txt": "Short.",
    });
    const { text } = await get("/llms-full.txt");
    expect(text.match(/^Source: .*$/gm)).toEqual(
      ["/a.txt", "/b.txt", "/d.txt"].map((path) => `Source: https://shop.example${path}`),
    );
    expect(text).toMatch(
      /This text holds 3 of 4 pages\. It leaves out 1, .*:\n\n- https:\/\/shop\.example\/c\.txt\n$/,
    );
    expect(text.length).toBeLessThan(1_100_000);
  });

  it("omits unreadable pages and fails only if no page is available", async () => {
    const away = new Problem("unavailable", "away");
    expect(
      (
        await createTestSite({ "/a.txt": "A.", "/b.txt": away, "/c.txt": "nul\0" }).get(
          "/llms-full.txt",
        )
      ).text,
    ).toContain("This text holds 1 of 3 pages. It leaves out 2");
    expect((await createTestSite({ "/a.txt": away }).get("/llms-full.txt")).status).toBe(503);
  });

  it("is complete and has an ETag once it is written", async () => {
    const { get } = createTestSite({ "/a.txt": "A.", "/b.txt": "B." });
    const first = await get("/llms-full.txt");
    const second = await get("/llms-full.txt");
    expect(second.text).toBe(first.text);
    expect(first.text).toContain("The site has 2 pages.");
    expect(first.text).toMatch(/\n---\n\nThis text holds 2 of 2 pages\.\n$/);
    expect([first.etag, second.etag]).toEqual([undefined, expect.stringMatching(/^"/)]);
  });

  it("is created once for concurrent requests", async () => {
    const { get, requestedPaths } = createTestSite({ "/a.txt": "A." });
    const all = await Promise.all(Array.from({ length: 5 }, () => get("/llms-full.txt")));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(requestedPaths.filter((path) => path === "/a.txt")).toHaveLength(1);
  });

  it("fetches at most 100 pages of a live site", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`/p${at}.txt`, `Page ${at}.`]),
    );
    const { get, requestedPaths } = createTestSite(files, {
      pagesOrigin: "https://live.example",
    });
    const { text } = await get("/llms-full.txt");
    expect([
      requestedPaths.length,
      text.match(/^Source: https:\/\/live\.example/gm)?.length,
    ]).toEqual([100, 100]);
    expect(text).toContain("This text holds 100 of 120 pages. It leaves out 20");
  });
});
