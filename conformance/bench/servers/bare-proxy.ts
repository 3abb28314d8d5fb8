import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { listen, runtimeName, type StartServer } from "./listen.ts";

/**
 * A minimal proxy: two `node:http` streams on Node, the runtime's own server and `fetch` on Bun and
 * Deno.
 */
export const startBareProxy: StartServer = async () => {
  const upstream = process.env["BENCH_UPSTREAM"]!;
  if (runtimeName !== "node")
    return listen((incoming) =>
      fetch(upstream + new URL(incoming.url).pathname, { headers: incoming.headers }),
    );
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const upstreamRequest = request(
      {
        agent,
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (response) => {
        outgoing.writeHead(response.statusCode!, response.headers);
        response.pipe(outgoing);
      },
    );
    upstreamRequest.on("error", () => outgoing.destroy());
    incoming.pipe(upstreamRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
