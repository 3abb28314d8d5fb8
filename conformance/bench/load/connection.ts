import { createConnection, type Socket } from "node:net";
import { createRequestBytes } from "./request-template.ts";

/** A response as received. */
export interface WireResponse {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly body: Buffer;
}

/** Opens a keep-alive connection to a loopback port. `onResponse` receives each response. */
export function openConnection(
  port: number,
  onResponse: (response: WireResponse) => void,
  onError: (error: Error) => void,
): Socket {
  const socket = createConnection({ port, host: "127.0.0.1", noDelay: true });
  let rest: Buffer | undefined;
  socket.on("data", (chunk: Buffer) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    for (let next = parseFirstResponse(bytes); next; next = parseFirstResponse(bytes)) {
      bytes = bytes.subarray(next.length);
      onResponse(next.response);
    }
    rest = bytes.length > 0 ? bytes : undefined;
  });
  socket.on("error", onError);
  socket.on("end", () => onError(new Error("The server closed the connection.")));
  return socket;
}

/** Sends one request and returns its response. Rejects after 10 s. */
export function sendOnce(port: number, request: string): Promise<WireResponse> {
  let socket: Socket | undefined;
  return new Promise<WireResponse>((resolve, reject) => {
    socket = openConnection(port, resolve, reject);
    socket.setTimeout(10_000, () => reject(new Error("No response within 10 s.")));
    socket.write(createRequestBytes(request)());
  }).finally(() => socket?.destroy());
}

interface ParsedResponse {
  readonly response: WireResponse;
  /** The length of the whole response in bytes. */
  readonly length: number;
}

function parseFirstResponse(bytes: Buffer): ParsedResponse | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const start = end + 4;
  const contentLength = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (contentLength === undefined && /\r\ntransfer-encoding: *chunked/i.test(head))
    return parseChunked(bytes, start, status, head);
  const length = start + Number(contentLength ?? 0);
  return bytes.length < length
    ? undefined
    : { response: { status, head, body: bytes.subarray(start, length) }, length };
}

function parseChunked(
  bytes: Buffer,
  start: number,
  status: number,
  head: string,
): ParsedResponse | undefined {
  const chunks: Buffer[] = [];
  for (let index = start; ; ) {
    const line = bytes.indexOf("\r\n", index);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", index, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0)
      return { response: { status, head, body: Buffer.concat(chunks) }, length: next };
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    index = next;
  }
}
