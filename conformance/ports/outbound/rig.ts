import http from "node:http";
import https from "node:https";
import net from "node:net";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { isOutboundFailure } from "../../../core/ports/outbound.ts";
import { certificate, privateKey } from "./certificate.ts";

/** What the suite needs of a driver beside the port: origins that may be private, and hands on DNS and on sockets. */
export interface Settings {
  allow?: readonly string[];
  ca?: string;
  resolve?: (name: string) => Promise<readonly string[]>;
  dial?: (address: string, port: number) => net.Socket;
}
export type Driver = (settings: Settings) => Outbound & { close(): void };

/** One observable promise of the port. */
export interface Check {
  readonly name: string;
  run(rig: Rig): Promise<void>;
}

export interface Served {
  readonly port: number;
  readonly connections: () => number;
  /** The connections open now. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
}

/** Servers on loopback and an internet of names; everything of one check, closed after it. */
export interface Rig {
  outbound(settings?: Settings): Outbound;
  http(listener: http.RequestListener): Promise<Served>;
  https(listener: http.RequestListener): Promise<Served>;
  /** Answers every connection with these bytes as soon as it hears something. */
  raw(answer: string | ((socket: net.Socket) => void)): Promise<Served>;
  listen(server: net.Server, address?: string, port?: number): Promise<Served>;
  /** Names at public addresses, of which each connection is led to a server; `dialed` notes where it was meant to go. */
  internet(sites: Record<string, Served>): {
    resolve: (name: string) => Promise<string[]>;
    dial: (address: string, port: number) => net.Socket;
    dialed: string[];
    resolved: string[];
  };
  close(): Promise<void>;
}

export function makeRig(driver: Driver): Rig {
  const closers: (() => unknown)[] = [];
  const rig: Rig = {
    outbound(settings = {}) {
      const made = driver(settings);
      closers.push(() => made.close());
      return made;
    },
    http: (listener) => rig.listen(http.createServer(listener)),
    https: (listener) =>
      rig.listen(https.createServer({ cert: certificate, key: privateKey }, listener)),
    raw: (answer) =>
      rig.listen(
        net.createServer((socket) => {
          socket.on("error", () => {});
          socket.once("data", () =>
            typeof answer === "string" ? socket.end(answer) : answer(socket),
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
      const { port: given } = server.address() as net.AddressInfo;
      const close = () =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          for (const socket of sockets) socket.destroy();
        });
      closers.push(close);
      return { port: given, connections: () => count, open: () => sockets.size, close };
    },
    internet(sites) {
      const names = Object.keys(sites);
      const addressOf = (name: string) => `93.184.215.${names.indexOf(name) + 1}`;
      const dialed: string[] = [];
      const resolved: string[] = [];
      return {
        dialed,
        resolved,
        async resolve(name) {
          resolved.push(name);
          if (!names.includes(name)) throw new Error("no such name");
          return [addressOf(name)];
        },
        dial(address, port) {
          dialed.push(`${address}:${port}`);
          const name = names.find((each) => addressOf(each) === address);
          if (!name) throw new Error(`dialed ${address}`);
          return net.connect(sites[name]!.port, "127.0.0.1");
        },
      };
    },
    async close() {
      for (const close of closers.reverse()) await close();
    },
  };
  return rig;
}

/** The code that a promise fails with; anything but an `OutboundFailure` is an error of the check. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
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
