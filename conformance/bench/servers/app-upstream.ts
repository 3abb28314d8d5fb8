import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { StartServer } from "./listen.ts";

const BODY = JSON.stringify({
  id: 7,
  title: "It hums",
  labels: ["bug", "audio"],
  body: "x".repeat(900),
});

/** The API of an app. Responds to every request with 1 kB of JSON. */
export const startAppUpstream: StartServer = async () => {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on("end", () =>
      outgoing
        .writeHead(200, {
          "content-type": "application/json",
          "content-length": String(BODY.length),
        })
        .end(BODY),
    );
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
