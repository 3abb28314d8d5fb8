import type { IncomingMessage, RequestListener } from "node:http";
import net from "node:net";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { certificate } from "./certificate.ts";
import type { OutboundFixture, TestServer } from "./fixture.ts";

/** Makes a route that redirects. */
export type RedirectRoute = (status: number, location?: string) => RequestListener;

/** An outbound before public sites by name on http, and `https://site.test`. */
export async function startPublicWeb(
  fixture: OutboundFixture,
  sites: Record<string, (to: RedirectRoute) => Record<string, RequestListener>>,
  secure?: (to: RedirectRoute) => Record<string, RequestListener>,
  allowedOrigins: string[] = [],
): Promise<{ site: Outbound }> {
  const served: Record<string, TestServer> = {};
  for (const [name, make] of Object.entries(sites))
    served[name] = await fixture.http(createRoutes(make));
  if (secure) served["site.test"] = await fixture.https(createRoutes(secure));
  const { resolve, dial } = fixture.publicServer(served);
  const site = fixture.outbound({
    allowedOrigins,
    ca: certificate,
    resolve: async (name) => (name === "inside.test" ? ["10.0.0.1"] : resolve(name)),
    dial: (address, port) =>
      address === "127.0.0.1" ? net.connect(port, address) : dial(address, port),
  });
  return { site };
}

/** A server's listener: a path without a route answers with what it was asked. */
export function createRoutes(
  make: (to: RedirectRoute) => Record<string, RequestListener>,
): RequestListener {
  const table = make(
    (status, location) => (_request, response) =>
      response.writeHead(status, location === undefined ? {} : { location }).end("moved"),
  );
  return (request, response) => (table[request.url!] ?? echoRequest)(request, response);
}

/** Answers with what it was asked. */
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
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

export interface EchoedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a mirror answered. */
export async function parseEcho(text: { text(): Promise<string> }): Promise<EchoedRequest> {
  return JSON.parse(await text.text());
}
