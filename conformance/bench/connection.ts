import { createConnection, type Socket } from "node:net";
import { bytesOf } from "./varying.ts";

/** An answer as it stood on the wire. */
export interface WireAnswer {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  readonly body: Buffer;
}

/** Opens a keep-alive connection to a port of loopback and hears of each answer on it. */
export function connect(
  port: number,
  heard: (answer: WireAnswer) => void,
  failed: (error: Error) => void,
): Socket {
  const socket = createConnection({ port, host: "127.0.0.1", noDelay: true });
  let rest: Buffer | undefined;
  socket.on("data", (chunk: Buffer) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    for (let next = firstAnswer(bytes); next; next = firstAnswer(bytes)) {
      bytes = bytes.subarray(next.length);
      heard(next.answer);
    }
    rest = bytes.length > 0 ? bytes : undefined;
  });
  socket.on("error", failed);
  socket.on("end", () => failed(new Error("The server closed the connection.")));
  return socket;
}

/** Sends one request and gives its answer; rejects after 10 s. */
export function askOnce(port: number, request: string): Promise<WireAnswer> {
  let socket: Socket | undefined;
  return new Promise<WireAnswer>((resolve, reject) => {
    socket = connect(port, resolve, reject);
    socket.setTimeout(10_000, () => reject(new Error("No answer within 10 s.")));
    socket.write(bytesOf(request)());
  }).finally(() => socket?.destroy());
}

interface Framed {
  readonly answer: WireAnswer;
  /** Of the whole answer, in bytes. */
  readonly length: number;
}

function firstAnswer(bytes: Buffer): Framed | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(head.slice(9, 12));
  const start = end + 4;
  const announced = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (announced === undefined && /\r\ntransfer-encoding: *chunked/i.test(head))
    return chunked(bytes, start, status, head);
  const length = start + Number(announced ?? 0);
  return bytes.length < length
    ? undefined
    : { answer: { status, head, body: bytes.subarray(start, length) }, length };
}

function chunked(bytes: Buffer, start: number, status: number, head: string): Framed | undefined {
  const pieces: Buffer[] = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    const next = line + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { answer: { status, head, body: Buffer.concat(pieces) }, length: next };
    pieces.push(bytes.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
