import http from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import type { OutboundFailure } from "../../core/ports/outbound.ts";
import { isOutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import { isSameAddress } from "./addresses.ts";
import type { DeadlineSignal } from "./deadline.ts";
import type { Target } from "./target.ts";

/** Opens a TCP connection to exactly that address; it may still be connecting when it is returned. */
export type Dial = (address: string, port: number) => net.Socket;

/** What the driver tells its agents beside node:http's own options. */
export interface Route {
  readonly target: Target;
  /** Checked, in the order in which to try them. */
  readonly addresses: readonly string[];
  readonly signal: DeadlineSignal;
  /** Said besides what the caller says, Host too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `true`: on a connection of its own, which nobody used before or will after. */
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

/** Connection pools that connect to a request's checked addresses and resolve nothing themselves. */
export function createAgents(dial: Dial, ca: string | undefined): Agents {
  // An empty proxyEnv: no proxy, whatever the environment says (Deno's default agent would write proxy requests).
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 32, proxyEnv: {} };
  const pools = { http: new http.Agent(options), https: new https.Agent(options) };
  for (const pool of [pools.http, pools.https]) {
    pool.getName = (request) => poolName(getRoute(request));
    pool.createConnection = (request, done) => {
      const route = getRoute(request);
      connect(route, dial, ca).then(
        (socket) => done!(null, socket),
        (error: Error) =>
          done!(isOutboundFailure(error) ? error : unreachable(route, error), undefined as never),
      );
      return undefined;
    };
  }
  return { ...pools, close: () => [pools.http, pools.https].forEach((pool) => pool.destroy()) };
}

// A connection serves again only for the same origin at the same checked addresses: a name that moved gets a new one.
function poolName({ target, addresses, isFresh }: Route): string {
  return isFresh ? `fresh ${(freshCount += 1)}` : `${target.url.origin} ${addresses.join(" ")}`;
}
let freshCount = 0;

// node:http hands an agent the options of the request, ours among them.
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

function unreachable({ target }: Route, error: Error & { code?: string }): OutboundFailure {
  return outboundFailure(
    "unreachable",
    `${target.host} cannot be reached (${error.code ?? error.message}).`,
  );
}

function upgradeToTls(
  socket: net.Socket,
  address: string,
  { target, signal }: Route,
  ca: string | undefined,
): Promise<tls.TLSSocket> {
  // No server name for an address (RFC 6066 §3): the certificate is then checked against the host.
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
  return waitForOpen(secure, "secureConnect", signal, undefined);
}

/** The default: a plain connection, closed again if it is not where it was sent. */
export const systemDial: Dial = (address, port) => {
  const socket = net.connect({ host: address, port });
  socket.once("connect", () => {
    if (!isSameAddress(socket.remoteAddress ?? "", address))
      socket.destroy(new Error("connected elsewhere"));
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
        : setTimeout(() => socket.destroy(new Error("no connection in time")), timeoutMs);
    const abort = () => socket.destroy(signal.reason);
    const finish = (error: Error | undefined) => {
      clearTimeout(timer);
      signal.unlisten(abort);
      if (error) reject(error);
      else resolve(socket);
    };
    signal.listen(abort);
    // For good: between two owners of a socket its error would otherwise end the process.
    socket.on("error", finish);
    socket.once("close", () => finish(new Error("closed while connecting")));
    socket.once(event, () =>
      finish(socket.destroyed ? new Error("closed while connecting") : undefined),
    );
    if (signal.aborted) abort();
  });
}
