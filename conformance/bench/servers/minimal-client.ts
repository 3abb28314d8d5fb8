import { connect, type Socket } from "node:net";
import type { Get } from "./http-clients.ts";

interface Exchange {
  readonly resolve: (body: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Creates a minimal HTTP/1.1 client: the lower bound for a custom client. It reads the
 * response headers and bodies with a Content-Length. It has no chunked bodies, limits, deadlines or
 * TLS, and doesn't check the framing, so it is unfit for anything but this measurement.
 */
export function createMinimalClient(host: string, port: number, hostHeader: string): Get {
  const idle: Connection[] = [];
  return (path) =>
    new Promise((resolve, reject) => {
      const head = `GET ${path} HTTP/1.1\r\nhost: ${hostHeader}\r\naccept: */*\r\nuser-agent: jackfield-bench/1.0\r\n\r\n`;
      const connection = idle.pop() ?? openConnection(host, port, idle);
      connection.exchange = { resolve, reject };
      connection.socket.write(head, "latin1");
    });
}

interface Connection {
  readonly socket: Socket;
  exchange: Exchange | undefined;
}

function openConnection(host: string, port: number, idle: Connection[]): Connection {
  const socket = connect({ host, port, noDelay: true });
  const connection: Connection = { socket, exchange: undefined };
  let received: Buffer | undefined;
  socket.on("data", (chunk: Buffer) => {
    received = received ? Buffer.concat([received, chunk]) : chunk;
    const body = readResponse(received);
    if (!body) return;
    const { resolve } = connection.exchange!;
    received = undefined;
    connection.exchange = undefined;
    idle.push(connection);
    resolve(body);
  });
  socket.on("error", (error) => connection.exchange?.reject(error));
  socket.on("close", () => {
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    connection.exchange?.reject(new Error("The connection was closed."));
  });
  return connection;
}

/** Returns the body if all of it has been received. */
function readResponse(bytes: Buffer): Uint8Array | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const { status, headers } = readHead(bytes.toString("latin1", 0, headEnd));
  if (status !== 200) throw new Error(`The status is ${status}.`);
  const end = headEnd + 4 + Number(headers["content-length"]);
  return bytes.length < end ? undefined : bytes.subarray(headEnd + 4, end);
}

function readHead(head: string): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  const [statusLine = "", ...lines] = head.split("\r\n");
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(statusLine.slice(9, 12)), headers };
}
