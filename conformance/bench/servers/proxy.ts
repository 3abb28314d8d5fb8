import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { listen, runtimeName, type StartServer } from "./listen.ts";

/** A proxy and nothing else: on Node two streams of node:http, elsewhere the runtime's server and its fetch. */
export const startProxy: StartServer = async () => {
  const origin = process.env["BENCH_ORIGIN"]!;
  if (runtimeName !== "node")
    return listen((incoming) =>
      fetch(origin + new URL(incoming.url).pathname, { headers: incoming.headers }),
    );
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const passed = request(
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
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
