import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import { createCheck, type PortCheck } from "../port-check.ts";
import { certificate, privateKey } from "./certificate.ts";

/** Settings that the suite needs from an implementation: private origins, DNS and sockets. */
export interface DriverSettings {
  allowedOrigins?: readonly string[];
  /** Certificates (PEM) to trust instead of the system's. */
  ca?: string;
  resolve?: (name: string) => Promise<readonly string[]>;
  dial?: (address: string, port: number) => net.Socket;
}

export type OutboundDriver = (settings: DriverSettings) => Outbound & { close(): void };

export type OutboundCheck = PortCheck<OutboundFixture>;
export const check = createCheck<OutboundFixture>;

export interface TestServer {
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: () => number;
  /** Connections that are open now. */
  readonly openConnections: () => number;
  readonly close: () => Promise<void>;
}

/** Simulated DNS and public addresses. Each connection reaches a server on loopback. */
export interface PublicNetwork {
  resolve: (name: string) => Promise<string[]>;
  dial: (address: string, port: number) => net.Socket;
}

/** Loopback servers and simulated public sites. `close` stops everything that the check started. */
export interface OutboundFixture {
  outbound(settings?: DriverSettings): Outbound;
  http(listener: http.RequestListener): Promise<TestServer>;
  https(listener: http.RequestListener): Promise<TestServer>;
  /** Sends these bytes on every connection, or calls the function, after the first data arrives. */
  rawServer(response: string | ((socket: net.Socket) => void)): Promise<TestServer>;
  listen(server: net.Server, address?: string, port?: number): Promise<TestServer>;
  /** Gives each server a public address, by host name. */
  publicNetwork(servers: Record<string, TestServer>): PublicNetwork;
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
    rawServer: (response) =>
      fixture.listen(
        net.createServer((socket) => {
          socket.on("error", () => {});
          socket.once("data", () => {
            if (typeof response === "string") socket.end(response);
            else response(socket);
          });
        }),
      ),
    async listen(server, address = "127.0.0.1", port = 0) {
      const sockets = new Set<net.Socket>();
      let connectionCount = 0;
      server.on("connection", (socket: net.Socket) => {
        connectionCount += 1;
        sockets.add(socket);
        socket.on("close", () => sockets.delete(socket));
      });
      await new Promise<void>((resolve, reject) =>
        server.once("error", reject).listen(port, address, resolve),
      );
      const close = () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        });
      closers.push(close);
      return {
        port: (server.address() as net.AddressInfo).port,
        connections: () => connectionCount,
        openConnections: () => sockets.size,
        close,
      };
    },
    publicNetwork(servers) {
      const names = Object.keys(servers);
      const addressOf = (name: string) => `93.184.215.${names.indexOf(name) + 1}`;
      return {
        async resolve(name) {
          if (!names.includes(name)) throw new Error("no such name");
          return [addressOf(name)];
        },
        dial(address) {
          const name = names.find((each) => addressOf(each) === address);
          if (!name) throw new Error(`no server at ${address}`);
          return net.connect(servers[name]!.port, "127.0.0.1");
        },
      };
    },
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
  return fixture;
}

/**
 * Returns the code of the `OutboundFailure` that a promise rejects with. Rethrows any other error.
 */
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
