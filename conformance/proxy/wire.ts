import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, test } from "vitest";
import { RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import type { Exchange } from "../case.ts";
import { createProxyFixture, startUpstreamSite, type UpstreamSite } from "../fixtures/proxy.ts";
import { createInProcessTarget, SERVE_PROGRAM, siteCore, siteRuntimes } from "../targets/core.ts";
import { spawnServer } from "../targets/http-client.ts";
import type { Target, TargetKind } from "../targets/target.ts";
import type { TestRun } from "../test-run.ts";

/** The kinds of targets that the reverse proxy is tested on, with their names for test titles. */
export const PROXY_TARGETS = [siteCore, ...siteRuntimes].map((kind) => [kind.name, kind] as const);

/** Starts the reverse proxy in front of an upstream: in process for the core, or on a runtime. */
export async function startProxy({ name }: TargetKind, upstream: string): Promise<Target> {
  if (name !== siteCore.name) {
    const words = [...RUNTIMES[name]!.command.slice(1), SERVE_PROGRAM, "proxy"];
    return spawnServer(name, words, /"url":"([^"]+)"/, { FIXTURE_UPSTREAM: upstream });
  }
  const fixture = await createProxyFixture("http://core.localhost", upstream);
  return { ...createInProcessTarget(fixture.handler), close: async () => fixture.close() };
}

/** Creates the test run of an exchange, which `cases/site/proxy.ts` lists under `endpoint`. */
export const createProxyRun = (
  target: TargetKind,
  endpoint: string,
  exchange: Exchange,
): TestRun => ({
  target,
  caller: "http",
  endpoint,
  kind: "surface",
  it: exchange.it,
  status: exchange.status,
  definition: { exchange },
});

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
