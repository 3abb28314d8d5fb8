import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, test } from "vitest";
import { startUpstreamSite, type UpstreamSite } from "../fixtures/upstream-site.ts";
import { siteCore } from "../targets/core.ts";
import type { Target, TargetKind } from "../targets/target.ts";
import { startProxy } from "./targets.ts";

/** A reverse proxy that tests talk to over TCP. The getters are available in tests only. */
export interface Wire {
  readonly origin: UpstreamSite;
  readonly target: Target;
  /** Registers a test. It is skipped on the core, and where the runtime is missing. */
  it(title: string, run: () => Promise<void>): void;
  /** Opens a connection that ignores errors. */
  connect(): Socket;
  /**
   * Sends text on a new connection, and returns everything received until the connection closes, or
   * for so many milliseconds. Default: 3000.
   */
  exchange(text: string, milliseconds?: number): Promise<string>;
  /** Formats the head of a request with a Host header. */
  head(requestLine: string, ...headers: string[]): string;
}

/** Registers hooks that start the upstream site and the reverse proxy. */
export function useWire(kind: TargetKind): Wire {
  let origin: UpstreamSite;
  let target: Target;
  const skipReason = kind === siteCore ? "the core has no wire" : kind.skipReason?.();

  beforeAll(async () => {
    if (skipReason) return;
    origin = await startUpstreamSite();
    target = await startProxy(kind, origin.url);
  });
  afterAll(async () => {
    await target?.close();
    await origin?.close();
  });

  const open = () => connect(Number(new URL(target.url).port), "127.0.0.1").on("error", () => {});
  return {
    get origin() {
      return origin;
    },
    get target() {
      return target;
    },
    it: (title, run) =>
      test(title, async ({ skip }) => {
        if (skipReason) skip(skipReason);
        await run();
      }),
    connect: open,
    exchange: (text, milliseconds = 3000) =>
      new Promise((resolve) => {
        const socket = open();
        let received = "";
        socket.on("data", (chunk) => {
          received += chunk.toString("latin1");
        });
        socket.on("close", () => resolve(received));
        setTimeout(() => socket.destroy(), milliseconds).unref();
        socket.write(text);
      }),
    head: (requestLine, ...headers) =>
      [requestLine, `Host: ${new URL(target.url).host}`, ...headers, "", ""].join("\r\n"),
  };
}
