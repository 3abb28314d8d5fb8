import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { createOutbound } from "../../../adapters/outbound/create-outbound.ts";
import { createHttpUpstream } from "../../../adapters/proxy/upstream.ts";
import { createMinimalClient } from "./minimal-client.ts";

/** Sends a GET over a kept connection. Resolves with the whole body. */
export type Get = (path: string) => Promise<Uint8Array>;

const HEADERS = { accept: "*/*", "user-agent": "jackfield-bench/1.0" };

/** The measured clients by name. */
export const HTTP_CLIENTS: Readonly<Record<string, (origin: URL) => Promise<Get>>> = {
  "node:net": async ({ hostname, port, host }) => createMinimalClient(hostname, Number(port), host),
  undici: createUndiciRequest,
  "undici dispatch": createUndiciDispatch,
  "node:http": async ({ hostname, port }) => {
    const agent = new Agent({ keepAlive: true });
    return (path) =>
      new Promise((resolve, reject) => {
        const options = { agent, hostname, port, path, headers: HEADERS };
        const outgoing = request(options, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("end", () => resolve(joinChunks(chunks)));
          response.on("error", reject);
        });
        outgoing.on("error", reject);
        outgoing.end();
      });
  },
  fetch:
    async ({ origin }) =>
    async (path) => {
      const response = await fetch(origin + path, { headers: HEADERS });
      return new Uint8Array(await response.arrayBuffer());
    },
  outbound: async ({ origin }) => {
    const outbound = createOutbound({ allowedOrigins: [origin] });
    return async (path) => (await outbound.fetch(origin + path, { headers: HEADERS })).bytes();
  },
  upstream: async ({ origin }) => {
    const upstream = createHttpUpstream(origin);
    return async (path) => {
      const { signal } = new AbortController();
      const { body } = await upstream.forward({
        method: "GET",
        path,
        headers: HEADERS,
        body: null,
        client: "127.0.0.1",
        signal,
      });
      if (!(body instanceof Uint8Array)) throw new Error("The response was streamed.");
      return body;
    };
  },
};

async function createUndiciRequest(origin: URL): Promise<Get> {
  const pool = await openPool(origin);
  return async (path) => {
    const { body } = await pool.request({ method: "GET", path, headers: HEADERS });
    return body.bytes();
  };
}

/** The handler interface of undici, without its stream and its promises. */
async function createUndiciDispatch(origin: URL): Promise<Get> {
  const pool = await openPool(origin);
  return (path) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      pool.dispatch(
        { method: "GET", path, headers: HEADERS },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData: (_controller, chunk) => void chunks.push(chunk),
          onResponseEnd: () => resolve(joinChunks(chunks)),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
}

/** Opens a pool that connects to a given address, as the outbound client must. */
async function openPool({ origin, hostname, port }: URL) {
  // By file name, because Bun replaces the package by a shim on its fetch.
  const { Pool } = await import("undici/index.js");
  return new Pool(origin, {
    connect(_options, done) {
      const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.once("connect", () => done(null, socket));
      socket.once("error", (error) => done(error, null));
    },
  });
}

function joinChunks(chunks: readonly Buffer[]): Uint8Array {
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}
