import type { IncomingMessage, RequestListener } from "node:http";
import net from "node:net";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { certificate } from "./certificate.ts";
import type { OutboundFixture, TestServer } from "./fixture.ts";

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
