import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen, runtime, type Start } from "./listen.ts";

/** What Jackfield answered to the request that is measured. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * The runtime's own server and nothing else: gives the recorded answer; the variant `reading` reads the request's body
 * first, and `delayed 20` then waits for 20 ms.
 */
export function bareServer({ status, headers, body }: RecordedAnswer): Start {
  return async (variant) => {
    const delay = Number(/^delayed (\d+)$/.exec(variant)?.[1] ?? 0);
    const reads = variant === "reading" || delay > 0;
    const waited = () => new Promise((resolve) => setTimeout(resolve, delay));
    if (runtime !== "node") {
      const answer = () => new Response(body, { status, headers });
      if (delay > 0) return listen((request) => request.text().then(waited).then(answer));
      return listen(reads ? (request) => request.text().then(answer) : answer);
    }
    const own = { ...headers, "content-length": String(Buffer.byteLength(body)) };
    const server = createServer((incoming, outgoing) => {
      const answer = () => {
        outgoing.writeHead(status, own);
        outgoing.end(body);
      };
      if (!reads) return answer();
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () => {
        Buffer.concat(chunks).toString();
        if (delay > 0) setTimeout(answer, delay);
        else answer();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
}
