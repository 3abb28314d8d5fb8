import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen, runtimeName, type StartServer } from "./listen.ts";

/** Jackfield's response to the measured request. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Creates a server that replays a response with only the runtime's own HTTP server. The variant
 * `reading` reads the request body first. The variant `delayed 20` also waits for 20 ms.
 */
export function createBareServer({ status, headers, body }: RecordedResponse): StartServer {
  return async (variant) => {
    const delay = Number(/^delayed (\d+)$/.exec(variant)?.[1] ?? 0);
    const readsBody = variant === "reading" || delay > 0;
    const waitForDelay = () => new Promise((resolve) => setTimeout(resolve, delay));
    if (runtimeName !== "node") {
      const createResponse = () => new Response(body, { status, headers });
      if (delay > 0)
        return listen((request) => request.text().then(waitForDelay).then(createResponse));
      return listen(readsBody ? (request) => request.text().then(createResponse) : createResponse);
    }
    const responseHeaders = { ...headers, "content-length": String(Buffer.byteLength(body)) };
    const server = createServer((incoming, outgoing) => {
      const respond = () => {
        outgoing.writeHead(status, responseHeaders);
        outgoing.end(body);
      };
      if (!readsBody) return respond();
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        Buffer.concat(chunks).toString();
        if (delay > 0) setTimeout(respond, delay);
        else respond();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
}
