import http from "node:http";
import type { AddressInfo } from "node:net";

/** What a path answers; the status is 200 and the type HTML unless it says otherwise. */
export interface LiveReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds before it answers; Infinity never does. */
  readonly wait?: number;
}

/** A web site on loopback whose answers can be changed while it runs; it answers conditional requests by ETag. */
export interface LiveSite {
  readonly origin: string;
  readonly replies: Map<string, LiveReply | ((request: http.IncomingMessage) => LiveReply)>;
  /** `GET /path`, or `GET /path 304` where nothing had changed, in order. */
  readonly requests: string[];
  /** The most requests that were being answered at a time. */
  maxConcurrency(): number;
  /** Refuses connections until `up`. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a site on a free port. */
export async function startLiveSite(): Promise<LiveSite> {
  const replies: LiveSite["replies"] = new Map();
  const requests: string[] = [];
  let atOnce = 0;
  let max = 0;
  const server = http.createServer((request, response) => {
    max = Math.max(max, (atOnce += 1));
    response.on("close", () => (atOnce -= 1));
    const reply = replies.get(request.url!) ?? { status: 404, body: "<p>Not here" };
    const {
      status = 200,
      headers = {},
      body = "",
      wait = 0,
    } = typeof reply === "function" ? reply(request) : reply;
    const isKnown =
      headers["etag"] !== undefined && request.headers["if-none-match"] === headers["etag"];
    requests.push(`${request.method} ${request.url}${isKnown ? " 304" : ""}`);
    if (wait === Infinity) return;
    setTimeout(() => {
      response.writeHead(isKnown ? 304 : status, { "content-type": "text/html", ...headers });
      response.end(isKnown ? undefined : body);
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
    maxConcurrency: () => max,
    goOffline: close,
    goOnline: () => listen(port),
    close,
  };
}

/** A sitemap of these addresses, each with its lastmod where it has one. */
export function createSitemap(
  pages: Readonly<Record<string, string | undefined>> | readonly string[],
): string {
  const all = Array.isArray(pages)
    ? pages.map((loc) => [loc, undefined] as const)
    : Object.entries(pages);
  const entries = all.map(
    ([loc, date]) =>
      `<url><loc>${loc.replaceAll("&", "&amp;")}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`,
  );
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
}

/** An index of these files. */
export const createSitemapIndex = (files: readonly string[]): string =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join("")}</sitemapindex>`;
