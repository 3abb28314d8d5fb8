import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Target, TestRequest, TestResponse } from "../targets/target.ts";

/** A request with its response. */
export interface GatewayExchange {
  readonly request: Required<Pick<TestRequest, "method" | "path" | "headers">> & {
    readonly body?: string;
  };
  readonly response: TestResponse;
}

/** One call's way through a gateway. */
export interface GatewayChannel {
  /** The base URL that the client gets. */
  readonly url: string;
  /** The exchanges so far, without those of CORS. */
  readonly exchanges: readonly GatewayExchange[];
}

/**
 * An HTTP server in front of a target, for clients in other processes. It forwards and records
 * requests.
 */
export interface Gateway {
  /** Opens a channel. `send` replaces that of the target. */
  open(options?: ChannelOptions): GatewayChannel;
  close(): Promise<void>;
}

interface ChannelOptions {
  /** Headers that the gateway adds to each request. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly send?: Target["send"];
}

/** Headers that belong to the connection with the client. */
const CONNECTION_HEADERS = new Set([
  ...["host", "connection", "keep-alive", "transfer-encoding", "content-length"],
  "accept-encoding",
]);

/** Starts a gateway. */
export async function startGateway(target: Pick<Target, "send">): Promise<Gateway> {
  const channels: (Required<ChannelOptions> & { readonly exchanges: GatewayExchange[] })[] = [];
  const server = http.createServer(async (incoming, outgoing) => {
    const [, index, path = "/"] = /^\/(\d+)(\/.*)?$/.exec(incoming.url!) ?? [];
    const channel = channels[Number(index)];
    if (!channel) return void outgoing.writeHead(404).end();
    const request = await readRequest(incoming, path);
    const response = await channel
      .send({ ...request, headers: { ...request.headers, ...channel.headers } })
      .catch((error: Error) => error);
    if (response instanceof Error) return void incoming.socket.destroy(response);
    if (request.method !== "OPTIONS") channel.exchanges.push({ request, response });
    outgoing.writeHead(response.status, withoutConnectionHeaders(response.headers));
    outgoing.end(response.bytes);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    open({ headers = {}, send = target.send } = {}) {
      const exchanges: GatewayExchange[] = [];
      const index = channels.push({ headers, send, exchanges }) - 1;
      return { url: `http://127.0.0.1:${port}/${index}`, exchanges };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(
  incoming: IncomingMessage,
  path: string,
): Promise<GatewayExchange["request"]> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const headers = Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values = []]) => [
      name,
      values.join(", "),
    ]),
  );
  return {
    method: incoming.method!,
    path,
    headers: withoutConnectionHeaders(headers),
    ...(body && { body }),
  };
}

const withoutConnectionHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name)));
