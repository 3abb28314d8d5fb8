import { describe, expect, it } from "vitest";
import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import type { RateLimit } from "../../http/request-context.ts";
import { createRequestContext } from "../../http/request-context.ts";
import { createPageRenditions } from "../pages/page-renditions.ts";
import type { Site } from "../site.ts";
import type { Forward } from "./forwarding.ts";
import { MarkdownProxy } from "./proxy-markdown.ts";

const SITE: Site = { origin: "https://shop.example", name: "", description: "", notOffered: [] };

/** Serves `pages` as the upstream site. Returns the costs of each request for a page. */
function createProxy(pages: Readonly<Record<string, string>>) {
  const costs: number[] = [];
  const rateLimit: RateLimit = {
    take: (_, __, { cost }) => void costs.push(cost),
    giveBack() {},
    maxCost: 20,
  };
  const forward: Forward = async (_, target, options): Promise<HttpResponse> => {
    const html = pages[target];
    if (html === undefined) return { status: 404, headers: {}, body: null };
    const headers = { "content-type": "text/html", etag: '"1"' };
    if (options?.headers?.["if-none-match"] === '"1"') return { status: 304, headers, body: null };
    return { status: 200, headers, body: html };
  };
  const proxy = new MarkdownProxy(forward, {
    site: SITE,
    renditions: createPageRenditions(),
    rateLimit,
  });
  const request = new Request(SITE.origin) as HttpRequest;
  const countCosts = async (send: () => Promise<unknown>) => {
    await send();
    return Number(
      costs
        .splice(0)
        .reduce((sum, cost) => sum + cost, 0)
        .toFixed(3),
    );
  };
  return {
    read: (path: string) =>
      countCosts(() =>
        proxy.serveNegotiated(request, createRequestContext(SITE.origin + path, "")),
      ),
    readMirror: (paths: string[]) =>
      countCosts(() =>
        proxy.serveMirror(request, createRequestContext(`${SITE.origin}/x.md`, ""), paths),
      ),
  };
}

describe("the price of upstream pages as Markdown", () => {
  it("is one request for a new page, and a tenth for a page that is unchanged", async () => {
    const { read, readMirror } = createProxy({ "/about": "<p>About us" });
    expect([await read("/about"), await read("/about"), await readMirror(["/about"])]).toEqual([
      1, 0.1, 0.1,
    ]);
  });

  it("is one request for a missing page", async () => {
    const { readMirror } = createProxy({});
    expect([await readMirror(["/a", "/a.html"]), await readMirror([])]).toEqual([1, 0]);
  });

  it("is one request for each started megabyte of a large page", async () => {
    const { read } = createProxy({ "/large": `<p>${"x".repeat(1024 * 1024)}` });
    expect([await read("/large"), await read("/large")]).toEqual([2, 0.1]);
  });
});
