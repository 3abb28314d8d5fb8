import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { HTTP_CLIENTS } from "./http-clients.ts";
import { listen, runtimeName, type StartServer } from "./listen.ts";

const HEADERS = { "content-type": "application/octet-stream" };

/**
 * Responds to each request with 1 kB from the upstream, which it gets with the HTTP client that the
 * variant names. Without a variant it sends a constant.
 */
export const startClientProxy: StartServer = async (variant) => {
  const upstream = new URL(process.env["BENCH_UPSTREAM"]!);
  const constant = Buffer.alloc(1_000, "x");
  const get = variant === "" ? undefined : await HTTP_CLIENTS[variant]!(upstream);
  if (runtimeName !== "node")
    return listen(
      get
        ? async () => new Response((await get("/1k")) as BodyInit, { headers: HEADERS })
        : () => new Response(constant, { headers: HEADERS }),
    );
  const server = createServer((_incoming, outgoing) => {
    const respond = (body: Uint8Array) =>
      outgoing.writeHead(200, { ...HEADERS, "content-length": String(body.byteLength) }).end(body);
    if (!get) return void respond(constant);
    get("/1k").then(respond, () => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
