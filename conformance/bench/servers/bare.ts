import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen, runtimeName, type StartServer } from "./listen.ts";

/** Jackfield's response to the measured request. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface BareServerOptions extends Omit<RecordedResponse, "body"> {
  /** Reads the request body before it responds. */
  readonly readsBody: boolean;
  createBody(): string | Promise<string>;
}

/**
 * Replays a response with only the runtime's own HTTP server. The variant `reading` reads the
 * request body first. The variant `delayed 20` also waits for 20 ms.
 */
export const startBareServer: StartServer = (variant, { body, ...recorded }) => {
  const delay = Number(/^delayed (\d+)$/.exec(variant)?.[1] ?? 0);
  const createBody = () =>
    delay > 0 ? new Promise<string>((resolve) => setTimeout(() => resolve(body), delay)) : body;
  return listenBare({ ...recorded, readsBody: variant === "reading" || delay > 0, createBody });
};

/** Responds to every request alike, with only the runtime's own HTTP server. */
export async function listenBare({
  status,
  headers,
  readsBody,
  createBody,
}: BareServerOptions): Promise<number> {
  if (runtimeName !== "node") {
    const createResponse = (body: string) => new Response(body, { status, headers });
    const respond = () => {
      const body = createBody();
      return body instanceof Promise ? body.then(createResponse) : createResponse(body);
    };
    return listen(readsBody ? (request) => request.text().then(respond) : respond);
  }
  const server = createServer((incoming, outgoing) => {
    const send = (body: string) => {
      const contentLength = String(Buffer.byteLength(body));
      outgoing.writeHead(status, { ...headers, "content-length": contentLength });
      outgoing.end(body);
    };
    const respond = () => {
      const body = createBody();
      if (body instanceof Promise) void body.then(send);
      else send(body);
    };
    if (!readsBody) return respond();
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      Buffer.concat(chunks).toString();
      respond();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
