import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers one request. */
export type Reply =
  /** A problem with this status and `Retry-After`. */
  | { readonly problem: number; readonly retryAfter?: string; readonly retryable?: boolean }
  /** Any response. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Closes the connection without a response, or in the middle of the body. */
  | "drop"
  | "cut"
  /** Never answers, or never finishes the body. */
  | "hang"
  | "stall";

/** A request that the server has received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that answers each request as a script says, and with `{}` after its end. */
export interface ScriptedServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Forgets the requests so far. */
  script(replies: readonly Reply[]): void;
  close(): Promise<void>;
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  let replies: Reply[] = [];
  let requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method, url, headers } = request;
    requests.push({ method: method!, path: url!, headers, body });
    answer(request, response, replies.shift() ?? { status: 200, body: "{}" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    script(next) {
      replies = [...next];
      requests = [];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === "hang") return;
  if (reply === "drop") {
    request.socket.destroy();
    return;
  }
  if (reply === "cut" || reply === "stall") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write("{", () => {
      if (reply === "cut") request.socket.destroy();
    });
    return;
  }
  if ("problem" in reply) {
    const { problem: status, retryAfter, retryable = true } = reply;
    response
      .writeHead(status, {
        "content-type": "application/problem+json",
        "request-id": "req_1",
        ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      })
      .end(
        JSON.stringify({
          type: "urn:problem-type:jackfield:some_code",
          title: "Some problem",
          status,
          code: "some_code",
          detail: "Something failed.",
          hint: "Try again.",
          retryable,
        }),
      );
    return;
  }
  response
    .writeHead(reply.status, { "content-type": "application/json", ...reply.headers })
    .end(reply.body);
}
