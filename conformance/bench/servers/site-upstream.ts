import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StartServer } from "./listen.ts";

const PAGE = readFileSync(
  new URL("../../../adapters/content/demo/docs/loudness-targets.html", import.meta.url),
);
const PLAIN = { "content-type": "application/octet-stream" };
const BODIES: Readonly<Record<string, { body: Buffer; headers: Record<string, string> }>> = {
  "/1k": { body: Buffer.alloc(1_000, "x"), headers: PLAIN },
  "/1m": { body: Buffer.alloc(1_000_000, "x"), headers: PLAIN },
  "/page.html": {
    body: PAGE,
    headers: { "content-type": "text/html; charset=utf-8", etag: '"page"' },
  },
};

/** The site behind the proxies: bodies of 1 kB and 1 MB, and a page with an ETag. */
export const startSiteUpstream: StartServer = async () => {
  const server = createServer((incoming, outgoing) => {
    const { body, headers } = BODIES[incoming.url!] ?? BODIES["/1k"]!;
    if (headers["etag"] && incoming.headers["if-none-match"] === headers["etag"])
      return void outgoing.writeHead(304, headers).end();
    outgoing.writeHead(200, { ...headers, "content-length": String(body.length) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
