import http from "node:http";
import type { AddressInfo } from "node:net";

/** The response to a path. Defaults: status 200, type HTML, empty body. */
export interface LiveReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Delay in milliseconds. With Infinity, the site never responds. */
  readonly wait?: number;
}

/**
 * A website on loopback. Change its responses at any time through `replies`. It responds with 304
 * to conditional requests whose ETag matches.
 */
export interface LiveSite {
  readonly origin: string;
  readonly replies: Map<string, LiveReply | ((request: http.IncomingMessage) => LiveReply)>;
  /** `GET /path`, or `GET /path 304` for a 304 response, in order. */
  readonly requests: string[];
  /** The highest number of concurrent requests so far. */
  maxConcurrency(): number;
  /** Refuses connections until `goOnline` is called. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a site on a free port. */
export async function startLiveSite(): Promise<LiveSite> {
  const replies: LiveSite["replies"] = new Map();
  const requests: string[] = [];
  let concurrency = 0;
  let maxConcurrency = 0;
  const server = http.createServer((request, response) => {
    concurrency += 1;
    maxConcurrency = Math.max(maxConcurrency, concurrency);
    response.on("close", () => {
      concurrency -= 1;
    });
    const reply = replies.get(request.url!) ?? { status: 404, body: "<p>Not here" };
    const {
      status = 200,
      headers = {},
      body = "",
      wait = 0,
    } = typeof reply === "function" ? reply(request) : reply;
    const isUnchanged =
      headers["etag"] !== undefined && request.headers["if-none-match"] === headers["etag"];
    requests.push(`${request.method} ${request.url}${isUnchanged ? " 304" : ""}`);
    if (wait === Infinity) return;
    setTimeout(() => {
      response.writeHead(isUnchanged ? 304 : status, { "content-type": "text/html", ...headers });
      response.end(isUnchanged ? undefined : body);
    }, wait);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) =>
      server.once("error", reject).listen(port, "127.0.0.1", resolve),
    );
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    replies,
    requests,
    maxConcurrency: () => maxConcurrency,
    goOffline: close,
    goOnline: () => listen(port),
    close,
  };
}

/** Creates a sitemap of these URLs. A record maps each URL to its `lastmod`. */
export function createSitemap(
  pages: Readonly<Record<string, string | undefined>> | readonly string[],
): string {
  const urls = Array.isArray(pages)
    ? pages.map((loc) => [loc, undefined] as const)
    : Object.entries(pages);
  const entries = urls.map(
    ([loc, date]) =>
      `<url><loc>${loc.replaceAll("&", "&amp;")}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`,
  );
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
}

/** Creates a sitemap index of these sitemap URLs. */
export const createSitemapIndex = (files: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("")}</sitemapindex>`;
