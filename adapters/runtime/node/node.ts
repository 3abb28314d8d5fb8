import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import process from "node:process";
import type { Handler, HttpResponse } from "../../../core/site.ts";
import { createNodeDriver } from "../../proxy/node.ts";
import { listeningUrl } from "../address.ts";
import type { Runtime } from "../runtime.ts";
import { DEFAULT_MAX_CONNECTIONS, DEFAULT_TIMEOUTS, type Serve } from "../server-types.ts";
import { NodeConnections } from "./node-connections.ts";
import { NodeRequest } from "./node-request.ts";
import { writeResponse } from "./node-response.ts";

/**
 * Serves a handler on Node. Web `Request` and `Response` objects would cost more than all other
 * work, so it creates neither.
 */
const serve: Serve = async (
  handler: Handler,
  { hostname, port, timeouts: overrides, maxConnections = DEFAULT_MAX_CONNECTIONS },
) => {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...overrides };
  let closing = false;
  const connections = new NodeConnections(maxConnections, timeouts.idleMs + timeouts.headMs);
  const server = createServer(
    {
      joinDuplicateHeaders: true,
      headersTimeout: timeouts.headMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: timeouts.headMs / 10,
      // A limit for the whole request would cut off large uploads. Bodies have their own limits.
      requestTimeout: 0,
    },
    (incoming, outgoing) => {
      connections.use(incoming.socket, outgoing);
      const respond = (response: HttpResponse) => {
        // A kept-alive connection would delay the shutdown.
        if (closing) outgoing.shouldKeepAlive = false;
        writeResponse(response, outgoing, incoming);
      };
      const request = new NodeRequest(incoming, outgoing, timeouts);
      if (request.hasSeveralHosts) {
        respond({ status: 400, headers: { connection: "close" }, body: null });
        return;
      }
      const response = handler(request);
      if (response instanceof Promise) response.then(respond, () => outgoing.destroy());
      else respond(response);
    },
  );
  // For clients that stop reading the response. Request bodies have their own timeouts.
  server.timeout = STALLED_MS;
  server.on("connection", (socket: Socket) => connections.add(socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: listeningUrl(hostname, boundPort),
    close: (seconds = 10) =>
      new Promise((resolve) => {
        closing = true;
        const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        connections.closeIdle();
      }),
  };
};

export const node: Runtime = {
  label: "Node",
  version: () => process.versions.node,
  command: ["node"],
  serve,
  closesSlowConnections: true,
  createUpstreamDriver: (options) => createNodeDriver(options, { sharesReadBuffer: true }),
  maxUpstreamRequests: 512,
};

const STALLED_MS = 300_000;
