import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen, runtimeName, type StartServer } from "./listen.ts";

/** What Jackfield answered to the request that is measured. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * The runtime's own server and nothing else: gives the recorded answer; the variant `reading` reads the request's body
 * first, and `delayed 20` then waits for 20 ms.
 */
export function createBareServer({ status, headers, body }: RecordedResponse): StartServer {
  return async (variant) => {
    const delay = Number(/^delayed (\d+)$/.exec(variant)?.[1] ?? 0);
    const reads = variant === "reading" || delay > 0;
    const waitForDelay = () => new Promise((resolve) => setTimeout(resolve, delay));
    if (runtimeName !== "node") {
      const response = () => new Response(body, { status, headers });
      if (delay > 0) return listen((request) => request.text().then(waitForDelay).then(response));
      return listen(reads ? (request) => request.text().then(response) : response);
    }
    const responseHeaders = { ...headers, "content-length": String(Buffer.byteLength(body)) };
    const server = createServer((incoming, outgoing) => {
      const response = () => {
        outgoing.writeHead(status, responseHeaders);
        outgoing.end(body);
      };
      if (!reads) return response();
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        Buffer.concat(chunks).toString();
        if (delay > 0) setTimeout(response, delay);
        else response();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
}
