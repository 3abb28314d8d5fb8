import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers one request for a stream. */
export type StreamReply =
  /** The text of the stream, in parts, and what then happens to it. */
  | { readonly parts: readonly string[]; readonly ending: "end" | "drop" | "hold" }
  /** A problem with this status, and `Retry-After: 0` if the client may try again. */
  | { readonly problem: number; readonly code: string; readonly retryable?: true }
  /** A response that isn't a stream. */
  | { readonly text: string };

/** A request that the server has received. */
export interface StreamRequest {
  readonly path: string;
  readonly lastEventId: string | undefined;
  readonly accept: string | undefined;
}

/** A server of event streams that answers as a script says. Web pages may call it. */
export interface StreamServer {
  readonly url: string;
  readonly requests: readonly StreamRequest[];
  /** Resolves when no stream is open. */
  whenClosed(): Promise<void>;
  close(): Promise<void>;
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, accept, last-event-id",
};

/** Starts a server. After its script, streams stay open and empty. */
export async function startStreamServer(script: readonly StreamReply[]): Promise<StreamServer> {
  const replies = [...script];
  const requests: StreamRequest[] = [];
  const open = new Set<ServerResponse>();
  let onClosed: (() => void) | undefined;
  const server = createServer((request, response) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    requests.push({
      path: request.url!,
      lastEventId: request.headers["last-event-id"] as string | undefined,
      accept: request.headers.accept,
    });
    open.add(response);
    response.once("close", () => {
      open.delete(response);
      if (open.size === 0) onClosed?.();
    });
    void answer(response, replies.shift() ?? { parts: ["retry: 10\n\n"], ending: "hold" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    whenClosed: () =>
      new Promise((resolve) => {
        onClosed = resolve;
        if (open.size === 0) resolve();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(response: ServerResponse, reply: StreamReply): Promise<void> {
  if ("problem" in reply) {
    const { problem: status, code, retryable = false } = reply;
    response
      .writeHead(status, {
        ...CORS,
        "content-type": "application/problem+json",
        ...(retryable && { "retry-after": "0" }),
      })
      .end(JSON.stringify({ status, code, title: code, detail: "It failed.", retryable }));
    return;
  }
  if ("text" in reply) {
    response.writeHead(200, { ...CORS, "content-type": "text/html" }).end(reply.text);
    return;
  }
  response.writeHead(200, { ...CORS, "content-type": "text/event-stream" });
  for (const part of reply.parts) await new Promise<unknown>((done) => response.write(part, done));
  if (reply.ending === "end") response.end();
  if (reply.ending === "drop") response.destroy();
}
