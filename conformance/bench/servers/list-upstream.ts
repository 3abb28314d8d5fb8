import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StartServer } from "./listen.ts";

const DELAY_MILLISECONDS = 50;
const ETAG = '"1"';
const NOTES = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id, text: `Note ${id}` })));

/**
 * The API of an app with a list that doesn't change and takes 50 ms. `/stats` has the number of
 * requests, how many of them were simultaneous, and how many were answered with 304.
 */
export const startListUpstream: StartServer = async () => {
  const stats = { requests: 0, atOnce: 0, notModified: 0 };
  let active = 0;
  const server = createServer((request, response) => {
    if (request.url === "/stats") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(stats));
      return;
    }
    stats.requests++;
    stats.atOnce = Math.max(stats.atOnce, ++active);
    setTimeout(() => {
      active--;
      const isKnown = request.headers["if-none-match"] === ETAG;
      if (isKnown) stats.notModified++;
      response.writeHead(isKnown ? 304 : 200, { "content-type": "application/json", etag: ETAG });
      response.end(isKnown ? undefined : NOTES);
    }, DELAY_MILLISECONDS);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
