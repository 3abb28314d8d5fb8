import http, { type IncomingMessage, type RequestListener } from "node:http";
import https from "node:https";
import net from "node:net";
import { isOutboundFailure, type Outbound } from "../../../core/ports/outbound.ts";
import { createCheck, type PortCheck } from "../port-check.ts";

/** Self-signed certificate for `https://site.test`, valid until 2126. For tests only. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUcuTzRR4ujLhc89KEQocMp9mJrnkwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJc2l0ZS50ZXN0MCAXDTI2MTEyMTEyMDIzNVoYDzIxMjYxMDI4
MTIwMjM1WjAUMRIwEAYDVQQDDAlzaXRlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQC8WWVknUq6BiKJr6DtE0WX3pNTTZ19lPGWNyNloYCGNOmB9OhB5nD
fCFTwiFkAiHXuNL7/ZYoOuGZteDPo+jxo2kwZzAdBgNVHQ4EFgQUZjzBG1iJ5pMN
OT0U9kleveib/HIwHwYDVR0jBBgwFoAUZjzBG1iJ5pMNOT0U9kleveib/HIwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglzaXRlLnRlc3QwCgYIKoZIzj0EAwID
RwAwRAIgM0ek/2SLERH0WM8sL/u4ttJpKsnBhlOTwV+UuZ3rhO8CIHvPkIRSJvGw
NYI1pAV7hVu/GG0JyOgusFDL3hVkDlQ1
-----END CERTIFICATE-----`;

export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrC8xwZ6gxFkMPQYm
EmgqjjRnE5V8bAUQ5Srs/m5DmE+hRANCAAQC8WWVknUq6BiKJr6DtE0WX3pNTTZ1
9lPGWNyNloYCGNOmB9OhB5nDfCFTwiFkAiHXuNL7/ZYoOuGZteDPo+jx
-----END PRIVATE KEY-----`;

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

/** Returns what failed in an unreachable connection, or the code of another failure. */
export async function failedConnection(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
  } catch (error) {
    if (isOutboundFailure(error)) return error.connection ?? error.code;
    throw error;
  }
  return "it succeeded";
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export interface OriginReply {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Sends the body but never ends the response. */
  open?: boolean;
  /** Delay in milliseconds. */
  wait?: number;
}

/** Starts an allowed origin on loopback. It never responds to a path without a reply. */
export async function startAllowedOrigin(
  fixture: OutboundFixture,
  getReply: (path: string) => OriginReply | undefined,
): Promise<{ server: TestServer; origin: string; outbound: Outbound }> {
  const server = await fixture.http(async (request, response) => {
    const reply = getReply(request.url!);
    if (!reply) return;
    if (reply.wait) await pause(reply.wait);
    response.writeHead(reply.status ?? 200, reply.headers);
    if (reply.open) response.write(reply.body);
    else response.end(reply.body);
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { server, origin, outbound: fixture.outbound({ allowedOrigins: [origin] }) };
}

/** Creates a route that redirects. Without `location`, the response has no Location header. */
export type RedirectRoute = (status: number, location?: string) => RequestListener;

/** Creates the routes of a site, by path. */
export type CreateSiteRoutes = (redirect: RedirectRoute) => Record<string, RequestListener>;

/**
 * Starts public HTTP sites by host name and, with `secureSite`, `https://site.test`. Returns an
 * `Outbound` that reaches them. `inside.test` resolves to a private address.
 */
export async function startPublicWeb(
  fixture: OutboundFixture,
  sites: Record<string, CreateSiteRoutes>,
  {
    secureSite,
    allowedOrigins = [],
  }: { secureSite?: CreateSiteRoutes; allowedOrigins?: string[] } = {},
): Promise<Outbound> {
  const servers: Record<string, TestServer> = {};
  for (const [host, createSiteRoutes] of Object.entries(sites))
    servers[host] = await fixture.http(createRoutes(createSiteRoutes));
  if (secureSite) servers["site.test"] = await fixture.https(createRoutes(secureSite));
  const { resolve, dial } = fixture.publicNetwork(servers);
  return fixture.outbound({
    allowedOrigins,
    ca: certificate,
    resolve: async (name) => (name === "inside.test" ? ["10.0.0.1"] : resolve(name)),
    dial: (address, port) =>
      address === "127.0.0.1" ? net.connect(port, address) : dial(address, port),
  });
}

/** Creates a listener that serves the routes and echoes requests to other paths. */
export function createRoutes(createSiteRoutes: CreateSiteRoutes): RequestListener {
  const routes = createSiteRoutes(
    (status, location) => (_request, response) =>
      response.writeHead(status, location === undefined ? {} : { location }).end("moved"),
  );
  return (request, response) => (routes[request.url!] ?? echoRequest)(request, response);
}

/** Responds with the request as JSON, and with its method in `x-method`. */
export const echoRequest: RequestListener = async (request, response) => {
  response.setHeader("x-method", request.method!);
  response.end(
    JSON.stringify({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await readBody(request),
    }),
  );
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export interface EchoedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export async function parseEcho(response: { text(): Promise<string> }): Promise<EchoedRequest> {
  return JSON.parse(await response.text());
}
