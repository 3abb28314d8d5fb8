import type { IncomingMessage, RequestListener } from "node:http";
import net from "node:net";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { certificate } from "./certificate.ts";
import type { Rig, Served } from "./rig.ts";

/** Makes a route that redirects. */
export type To = (status: number, location?: string) => RequestListener;

/** An outbound before public sites by name on http, and `https://site.test`. */
export async function web(
  rig: Rig,
  sites: Record<string, (to: To) => Record<string, RequestListener>>,
  secure?: (to: To) => Record<string, RequestListener>,
  allow: string[] = [],
): Promise<{ site: Outbound }> {
  const served: Record<string, Served> = {};
  for (const [name, make] of Object.entries(sites)) served[name] = await rig.http(routes(make));
  if (secure) served["site.test"] = await rig.https(routes(secure));
  const { resolve, dial } = rig.internet(served);
  const site = rig.outbound({
    allow,
    ca: certificate,
    resolve: async (name) => (name === "inside.test" ? ["10.0.0.1"] : resolve(name)),
    dial: (address, port) =>
      address === "127.0.0.1" ? net.connect(port, address) : dial(address, port),
  });
  return { site };
}

/** A server's listener: a path without a route answers with what it was asked. */
export function routes(make: (to: To) => Record<string, RequestListener>): RequestListener {
  const table = make(
    (status, location) => (_request, response) =>
      response.writeHead(status, location === undefined ? {} : { location }).end("moved"),
  );
  return (request, response) => (table[request.url!] ?? mirror)(request, response);
}

/** Answers with what it was asked. */
export const mirror: RequestListener = async (request, response) => {
  response.setHeader("x-method", request.method!);
  response.end(
    JSON.stringify({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: await bodyOf(request),
    }),
  );
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

export interface Told {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a mirror answered. */
export async function told(answer: { text(): Promise<string> }): Promise<Told> {
  return JSON.parse(await answer.text());
}
