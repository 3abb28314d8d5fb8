import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import { certificate, privateKey } from "./certificate.ts";

/** What the suite needs of a driver beside the port: origins that may be private, and hands on DNS and on sockets. */
export interface DriverSettings {
  allowedOrigins?: readonly string[];
  ca?: string;
  resolve?: (name: string) => Promise<readonly string[]>;
  dial?: (address: string, port: number) => net.Socket;
}
export type OutboundDriver = (settings: DriverSettings) => Outbound & { close(): void };

/** One observable promise of the port. */
export interface OutboundDriverCheck {
  readonly name: string;
  run(fixture: OutboundFixture): Promise<void>;
}

export interface TestServer {
  readonly port: number;
  readonly connections: () => number;
  /** The connections open now. */
  readonly openConnections: () => number;
  readonly close: () => Promise<void>;
}

/** Servers on loopback and an internet of names; everything of one check, closed after it. */
export interface OutboundFixture {
  outbound(settings?: DriverSettings): Outbound;
  http(listener: http.RequestListener): Promise<TestServer>;
  https(listener: http.RequestListener): Promise<TestServer>;
  /** Answers every connection with these bytes as soon as it hears something. */
  rawServer(rawResponse: string | ((socket: net.Socket) => void)): Promise<TestServer>;
  listen(server: net.Server, address?: string, port?: number): Promise<TestServer>;
  /** Names at public addresses, of which each connection is led to a server; `dialed` notes where it was meant to go. */
  publicServer(sites: Record<string, TestServer>): {
    resolve: (name: string) => Promise<string[]>;
    dial: (address: string, port: number) => net.Socket;
    dialedAddresses: string[];
    resolvedNames: string[];
  };
  close(): Promise<void>;
}

export function createOutboundFixture(driver: OutboundDriver): OutboundFixture {
  const closers: (() => unknown)[] = [];
  const fixture: OutboundFixture = {
    outbound(settings = {}) {
      const outbound = driver(settings);
      closers.push(() => outbound.close());
      return outbound;
    },
    http: (listener) => fixture.listen(http.createServer(listener)),
    https: (listener) =>
      fixture.listen(https.createServer({ cert: certificate, key: privateKey }, listener)),
    rawServer: (rawResponse) =>
      fixture.listen(
        net.createServer((socket) => {
          socket.on("error", () => {});
          socket.once("data", () =>
            typeof rawResponse === "string" ? socket.end(rawResponse) : rawResponse(socket),
          );
        }),
      ),
    async listen(server, address = "127.0.0.1", port = 0) {
      const sockets = new Set<net.Socket>();
      let count = 0;
      server.on("connection", (socket: net.Socket) => {
        count += 1;
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
      });
      await new Promise<void>((resolve, reject) =>
        server.once("error", reject).listen(port, address, resolve),
      );
      const { port: input } = server.address() as net.AddressInfo;
      const close = () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        });
      closers.push(close);
      return { port: input, connections: () => count, openConnections: () => sockets.size, close };
    },
    publicServer(sites) {
      const names = Object.keys(sites);
      const readAddress = (name: string) => `93.184.215.${names.indexOf(name) + 1}`;
      const dialed: string[] = [];
      const resolved: string[] = [];
      return {
        dialedAddresses: dialed,
        resolvedNames: resolved,
        async resolve(name) {
          resolved.push(name);
          if (!names.includes(name)) throw new Error("no such name");
          return [readAddress(name)];
        },
        dial(address, port) {
          dialed.push(`${address}:${port}`);
          const name = names.find((each) => readAddress(each) === address);
          if (!name) throw new Error(`dialed ${address}`);
          return net.connect(sites[name]!.port, "127.0.0.1");
        },
      };
    },
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
  return fixture;
}

/** The code that a promise fails with; anything but an `OutboundFailure` is an error of the check. */
export async function failureCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (isOutboundFailure(error)) return error.code;
    throw error;
  }
  return "it succeeded";
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
