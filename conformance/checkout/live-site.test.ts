import { describe, expect, it } from "vitest";
import { createSite, toFetch } from "../../core/index.ts";
import type { ContentSource } from "../../core/ports/content.ts";

const HTML = `<title>A</title><main><h1>A</h1>${"<h2>Part</h2><p>Words of a long page, and more of them.</p>".repeat(800)}</main>`;
const content: ContentSource = {
  listPages: async () => [{ path: "/docs/a?id=1" }, { path: "/support" }],
  async find(path) {
    if (path !== "/docs/a?id=1") return undefined;
    const bytes = new TextEncoder().encode(HTML);
    return {
      path,
      type: "text/html",
      size: bytes.length,
      etag: '"1"',
      modified: "2026-01-01T00:00:00.000Z",
      bytes: async () => bytes,
      stream: () => new Blob([bytes]).stream(),
    };
  },
};

const createService = (origin: string) => {
  const site = {
    origin,
    pagesOrigin: "https://live.example",
    name: "Live",
    description: "A live site.",
    notOffered: [],
  };
  const fetch = toFetch(
    createSite({ site, content, allowsHost: () => true, allowsOrigin: () => false }),
  );
  return (path: string, headers: Record<string, string> = {}) =>
    fetch(new Request(origin + path, { headers }));
};
const request = createService("https://agents.example");
const ACCEPT_JSON = { accept: "application/json" };

describe("a live site", () => {
  it("has its pages at its own origin and its agent endpoints at the origin of the service", async () => {
    const info = await (await request("/agent/site.json")).json();
    expect(info).toMatchObject({
      url: "https://live.example/",
      pages: 2,
      mcp: { url: "https://agents.example/mcp" },
    });
    for (const { href } of info.links) expect(href).toMatch(/^https:\/\/agents\.example\//);
    const { hits } = await (await request("/agent/search?q=docs")).json();
    expect(hits).toMatchObject([{ url: "https://live.example/docs/a?id=1" }]);
    expect(await (await request("/llms.txt")).text()).toContain(
      "(https://live.example/docs/a?id=1)",
    );
  });

  it("is read by the URLs of its pages, with the next part at the service", async () => {
    const url = encodeURIComponent("https://live.example/docs/a?id=1");
    const first = await request(`/agent/read?url=${url}`);
    const [, canonical, next] = /^<(.+?)>; rel="canonical", <(.+?)>; rel="next"$/.exec(
      first.headers.get("link")!,
    )!;
    expect(canonical).toBe("https://live.example/docs/a?id=1");
    const second = await request(next!);
    expect([second.status, second.headers.get("page-part")]).toEqual([200, "2"]);
    expect(await (await request(`/agent/read?url=${url}`, ACCEPT_JSON)).json()).toMatchObject({
      url: "https://live.example/docs/a?id=1",
      title: "A",
    });
  });

  it("rejects URLs that it doesn't list", async () => {
    expect(await (await request("/agent/read?url=https://live.example/none")).json()).toMatchObject(
      {
        code: "page_not_found",
        detail: "There is no page at https://live.example/none.",
      },
    );
    expect(
      await (await request("/agent/read?url=https://other.example/docs/a")).json(),
    ).toMatchObject({
      code: "outside_site",
    });
  });

  it.each([
    ["/docs/a?id=1", 307, "https://live.example/docs/a?id=1"],
    ["/", 307, "https://live.example/"],
    ["/support", 307, "https://live.example/support"],
    ["/support/", 307, "https://live.example/support"],
    ["/docs/a", 404, null],
    ["/none", 404, null],
    ["/docs%2fa?id=1", 404, null],
  ])("responds to a browser at %s with status %i", async (path, status, location) => {
    const response = await request(path, { accept: "text/html" });
    expect([response.status, response.headers.get("location")]).toEqual([status, location]);
  });

  it("describes itself by its current name", async () => {
    const site = {
      origin: "https://agents.example",
      name: "Harbor",
      description: "",
      notOffered: [],
    };
    const fetch = toFetch(
      createSite({ site, content, allowsHost: () => true, allowsOrigin: () => true }),
    );
    const readAll = async () => {
      const paths = [
        "/agent/site.json",
        "/llms.txt",
        "/auth.md",
        "/support",
        "/openapi.json",
        "/.well-known/ai-catalog.json",
        "/.well-known/mcp/server-card.json",
      ];
      const texts = await Promise.all(
        paths.map(async (path) => (await fetch(new Request(site.origin + path))).text()),
      );
      const initialized = await fetch(
        new Request(`${site.origin}/mcp`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: {
              protocolVersion: "2025-11-25",
              capabilities: {},
              clientInfo: { name: "test", version: "1" },
            },
          }),
        }),
      );
      return [...texts, await initialized.text()];
    };

    for (const text of await readAll()) expect(text).toMatch(/Harbor/);
    Object.assign(site, { name: "Quayside" });
    for (const text of await readAll()) {
      expect(text).toMatch(/Quayside/);
      expect(text).not.toMatch(/Harbor/);
    }
  });

  it("isn't the target of a redirect if the service has the same origin", async () => {
    const same = createService("https://live.example");
    expect((await same("/docs/a?id=1")).status).toBe(404);
    expect((await same("/support")).status).toBe(200);
  });
});
