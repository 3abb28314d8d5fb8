import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import {
  type ConnectionFailure,
  isOutboundFailure,
  outboundFailure,
} from "../../core/ports/outbound.ts";
import { isSameAddress } from "./addresses.ts";
import type { DeadlineSignal } from "./deadline.ts";
import type { Target } from "./target.ts";

/** Opens a TCP connection to an IP address. The returned socket may still be connecting. */
export type Dial = (address: string, port: number) => net.Socket;

/** The connection options that are passed to the agents with the request options of node:http. */
export interface Route {
  readonly target: Target;
  /** Allowed addresses, in the order in which to try them. */
  readonly addresses: readonly string[];
  readonly signal: DeadlineSignal;
  /** Headers that override those of the request, including Host. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to use a new connection and close it after the response. */
  readonly isFresh?: boolean;
}

export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Closes every connection, idle or not. */
  close(): void;
}

const IDLE_MS = 4_000;
const ATTEMPT_TIMEOUT_MS = 3_000;
const MAX_ATTEMPTS = 4;

/**
 * Creates connection pools that connect to the addresses of a route and never resolve names. `ca`
 * replaces the trusted certificates (PEM).
 */
export function createAgents(dial: Dial, ca: string | undefined): Agents {
  // An empty proxyEnv disables proxies from the environment, which Deno's default agent would use.
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 32, proxyEnv: {} };
  const pools = { http: new http.Agent(options), https: new https.Agent(options) };
  for (const pool of [pools.http, pools.https]) {
    pool.getName = (request) => poolName(getRoute(request));
    pool.createConnection = (request, done) => {
      const route = getRoute(request);
      connect(route, dial, ca).then(
        (socket) => done?.(null, socket),
        (error: Error) =>
          done?.(isOutboundFailure(error) ? error : unreachable(route, error), undefined as never),
      );
      return undefined;
    };
  }
  return {
    ...pools,
    close() {
      pools.http.destroy();
      pools.https.destroy();
    },
  };
}

let freshCount = 0;

// Connections are reused only for the same origin and addresses, so a name that moved gets a new
// one.
function poolName({ target, addresses, isFresh }: Route): string {
  if (!isFresh) return `${target.url.origin} ${addresses.join(" ")}`;
  freshCount += 1;
  return `fresh ${freshCount}`;
}

// node:http passes the request options to the agent, including the route.
function getRoute(options: object | undefined): Route {
  return (options as { route: Route }).route;
}

async function connect(route: Route, dial: Dial, ca: string | undefined): Promise<net.Socket> {
  const addresses = route.addresses.slice(0, MAX_ATTEMPTS);
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    try {
      const socket = await waitForOpen(
        dial(address, route.target.port),
        "connect",
        route.signal,
        isLast ? undefined : ATTEMPT_TIMEOUT_MS,
      );
      return route.target.isSecure ? await upgradeToTls(socket, address, route, ca) : socket;
    } catch (error) {
      if (isLast || route.signal.aborted) throw error;
    }
  }
  throw new Error("no address");
}

function unreachable(
  { target }: Route,
  error: Error & { code?: string },
  connection: ConnectionFailure | undefined = error.code === "ECONNREFUSED" ? "refused" : undefined,
): OutboundFailure {
  return outboundFailure(
    "unreachable",
    `${target.host} can't be reached (${error.code ?? error.message}).`,
    connection,
  );
}

function upgradeToTls(
  socket: net.Socket,
  address: string,
  route: Route,
  ca: string | undefined,
): Promise<tls.TLSSocket> {
  const { target } = route;
  // An IP address has no server name (RFC 6066 §3), so the certificate is checked against the host.
  const tlsName = target.isAddress
    ? { host: address }
    : { servername: target.host.replace(/\.$/, "") };
  const secure = tls.connect({
    socket,
    ...tlsName,
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
    ...(ca ? { ca } : {}),
  });
  return waitForOpen(secure, "secureConnect", route.signal, undefined).catch((error: Error) => {
    throw route.signal.aborted ? error : unreachable(route, error, "tls");
  });
}

/** Connects with node:net, and closes the connection if it reached another address. */
export const systemDial: Dial = (address, port) => {
  const socket = net.connect({ host: address, port });
  socket.once("connect", () => {
    if (!isSameAddress(socket.remoteAddress ?? "", address))
      socket.destroy(new Error("connected to another address"));
  });
  return socket;
};

function waitForOpen<S extends net.Socket>(
  socket: S,
  event: string,
  signal: DeadlineSignal,
  timeoutMs: number | undefined,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => socket.destroy(new Error("timed out")), timeoutMs);
    const abort = () => socket.destroy(signal.reason);
    const finish = (error: Error | undefined) => {
      clearTimeout(timer);
      signal.unlisten(abort);
      if (error) reject(error);
      else resolve(socket);
    };
    signal.listen(abort);
    // Never remove this listener, because an error between two owners of the socket would end the
    // process.
    socket.on("error", finish);
    socket.once("close", () => finish(new Error("closed while connecting")));
    socket.once(event, () =>
      finish(socket.destroyed ? new Error("closed while connecting") : undefined),
    );
    if (signal.aborted) abort();
  });
}
