import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A web site as it might stand behind the service, and what it has noticed. */
export interface UpstreamSite {
  readonly url: string;
  /** How many requests there were for a path, in whatever form. */
  requests(path: string): number;
  /** Resolves when the client of a request for the path has gone before its end. */
  abortedRequests(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Long enough to be streamed. */
export const LARGE_BODY = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 251));

export const GZIPPED_BODY = gzipSync("<p>packed by the origin</p>");

const renderPage = (title: string, text: string) =>
  `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`;

type Responder = (request: IncomingMessage, response: ServerResponse, url: string) => void;

const staticResponder = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string | string[]>,
  body: string | Buffer = "",
) =>
  void response
    .writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
    .end(response.req.method === "HEAD" ? undefined : body);

/** A page with an ETag, which a client that has it already is not sent again. */
const conditionalResponder =
  (title: string, text: string, headers: Record<string, string> = {}): Responder =>
  (request, response) => {
    const body = renderPage(title, text);
    const etag = `"${createHash("sha1").update(body).digest("hex").slice(0, 12)}"`;
    if (request.headers["if-none-match"] === etag)
      return void response.writeHead(304, { etag, ...headers }).end();
    staticResponder(
      response,
      200,
      { "content-type": "text/html; charset=utf-8", etag, ...headers },
      body,
    );
  };

const echoRequest: Responder = (request, response) => {
  const hash = createHash("sha256");
  let length = 0;
  request.on("data", (chunk: Buffer) => ((length += chunk.length), hash.update(chunk)));
  request.on("end", () =>
    staticResponder(
      response,
      200,
      { "content-type": "application/json" },
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        raw: request.rawHeaders,
        length,
        hash: hash.digest("hex"),
      }),
    ),
  );
};

const RESPONDERS: Readonly<Record<string, Responder>> = {
  "/": conditionalResponder("Origin Site", "The front page of the origin, which is quite short.", {
    "cache-control": "max-age=60",
  }),
  "/about": (_, response) =>
    staticResponder(
      response,
      200,
      { "content-type": "text/html", vary: "accept-encoding", "x-own": "1" },
      renderPage("About us", "We have stood here since before agents."),
    ),
  "/folder/": conditionalResponder("A folder", "Its page is at its slash."),
  "/old.html": conditionalResponder("Old", "A page with an ending."),
  "/private": (request, response) =>
    staticResponder(
      response,
      200,
      {
        "content-type": "text/html",
        etag: '"same"',
        "set-cookie": ["a=1; Path=/", "b=2; Path=/; HttpOnly"],
      },
      renderPage("Private", `For ${request.headers.cookie ?? "nobody"}.`),
    ),
  "/reset": (_, response) =>
    staticResponder(response, 205, { "content-type": "text/plain" }, "not to be there"),
  "/odd": (_, response) => staticResponder(response, 799, { "content-type": "text/plain" }, "odd"),
  "/reflects": (request, response) => {
    if (request.headers["if-none-match"] === '"always"')
      return void response.writeHead(304, { etag: '"always"' }).end();
    staticResponder(
      response,
      200,
      { "content-type": "text/html", etag: '"always"' },
      renderPage("Reflects", `The word is ${String(request.headers["x-word"] ?? "nothing")}.`),
    );
  },
  "/echo": echoRequest,
  "/checkout/basket": echoRequest,
  "/support": (request, response) =>
    request.method === "GET" || request.method === "HEAD"
      ? conditionalResponder("The origin's support", "Write to us.")(request, response, "")
      : echoRequest(request, response, ""),
  "/big": (request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (from === undefined)
      return staticResponder(
        response,
        200,
        { "content-type": "application/octet-stream", "accept-ranges": "bytes" },
        LARGE_BODY,
      );
    staticResponder(
      response,
      206,
      {
        "content-type": "application/octet-stream",
        "content-range": `bytes ${from}-${to}/${LARGE_BODY.length}`,
      },
      LARGE_BODY.subarray(Number(from), Number(to) + 1),
    );
  },
  "/chunks": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", trailer: "x-sum" });
    for (const word of ["one ", "two ", "three"]) response.write(word);
    response.addTrailers({ "x-sum": "3" });
    response.end();
  },
  "/pieces": (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const pieces = [
      "<!doctype html><!-- <head> --><he",
      'ad class="a"><title>Pieces</ti',
      "tle></head><body>",
      "<p>Done.</p></body>",
    ];
    const next = () =>
      pieces.length > 0 ? (response.write(pieces.shift()), setTimeout(next, 20)) : response.end();
    next();
  },
  "/gzip": (_, response) =>
    staticResponder(
      response,
      200,
      { "content-type": "text/html", "content-encoding": "gzip" },
      GZIPPED_BODY,
    ),
  "/hop": (_, response) =>
    staticResponder(
      response,
      200,
      {
        connection: "keep-alive, x-inner",
        "x-inner": "1",
        "proxy-authenticate": "Basic",
        "x-outer": "1",
        "alt-svc": 'h3=":443"',
        "content-type": "text/plain",
      },
      "hop",
    ),
  "/moved": (request, response) =>
    staticResponder(response, 302, {
      location: `http://127.0.0.1:${request.socket.localPort}/about?a=1`,
    }),
  "/moved-away": (_, response) =>
    staticResponder(response, 302, { location: "https://elsewhere.example/about" }),
  "/moved-here": (_, response) => staticResponder(response, 301, { location: "/about" }),
  "/moved-lookalike": (request, response) =>
    staticResponder(response, 302, {
      location: `http://127.0.0.1:${request.socket.localPort}0/about`,
    }),
  "/short": (_, response) => {
    response.writeHead(200, { "content-length": "100", "content-type": "text/plain" });
    response.write("ten bytes.", () => response.destroy());
  },
  "/breaks": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.write("x".repeat(100_000), () => setTimeout(() => response.destroy(), 50));
  },
  "/endless": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.write("begun");
  },
  "/flood": (_, response) => {
    const more = () => {
      while (response.writable && response.write(LARGE_BODY));
      response.once("drain", more);
    };
    more();
  },
  "/silent": () => {},
  "/negotiates": (request, response) =>
    /markdown/.test(request.headers.accept ?? "")
      ? staticResponder(
          response,
          200,
          { "content-type": "text/markdown", vary: "Accept" },
          "# The origin's own Markdown\n",
        )
      : staticResponder(
          response,
          200,
          { "content-type": "text/html", vary: "Accept" },
          renderPage("Negotiates", "As HTML."),
        ),
  "/stale": (_, response) =>
    staticResponder(response, 200, { "content-type": "text/plain" }, "fresh"),
  "/picture.png": (_, response) =>
    staticResponder(
      response,
      200,
      { "content-type": "image/png" },
      Buffer.from([0x89, 0x50, 0x4e, 0x47]),
    ),
  "/robots.txt": ({ headers }, response) => {
    if (headers["x-robots"] === "packed")
      return staticResponder(
        response,
        200,
        { "content-type": "text/plain", "content-encoding": "gzip" },
        GZIPPED_BODY,
      );
    if (headers["x-robots"] === "long")
      return staticResponder(
        response,
        200,
        { "content-type": "text/plain" },
        "Disallow: /cart\n".repeat(50_000),
      );
    staticResponder(
      response,
      200,
      { "content-type": "text/plain" },
      "User-agent: *\nDisallow: /cart\n",
    );
  },
  "/llms.txt": (_, response) =>
    staticResponder(
      response,
      200,
      { "content-type": "text/html" },
      renderPage("Origin Site", "This site answers every path with a page."),
    ),
  "/healthz": (_, response) =>
    staticResponder(response, 200, { "content-type": "text/plain" }, "the origin's own health"),
  "/readme.md": (_, response) =>
    staticResponder(
      response,
      200,
      { "content-type": "text/markdown" },
      "# The origin's own file\n",
    ),
  "/unready": (_, response) =>
    staticResponder(response, 503, { "content-type": "text/plain", "retry-after": "7" }, "not now"),
};

/** Serves it on a free port of loopback. */
export async function startUpstreamSite(): Promise<UpstreamSite> {
  const used = new WeakSet<Socket>();
  const counts = new Map<string, number>();
  const disconnected = new Map<string, PromiseWithResolvers<void>>();
  const goneFrom = (path: string) => {
    if (!disconnected.has(path)) disconnected.set(path, Promise.withResolvers<void>());
    return disconnected.get(path)!;
  };
  const server = createServer((request, response) => {
    const path = request.url!.split("?", 1)[0]!;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    response.on("close", () => response.writableFinished || goneFrom(path).resolve());
    request.on("close", () => request.complete || goneFrom(path).resolve());
    response.setHeader("rig-behind", "1");
    const responder = RESPONDERS[path];
    const isUsed = used.has(request.socket);
    used.add(request.socket);
    if (path === "/stale" && isUsed) return void request.socket.destroy();
    if (path === "/sitemap.xml")
      return staticResponder(
        response,
        200,
        { "content-type": "application/xml" },
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${["/", "/about", "/folder/"].map((each) => `<url><loc>http://${request.headers.host}${each}</loc></url>`).join("")}</urlset>`,
      );
    if (responder) return responder(request, response, request.url!);
    staticResponder(
      response,
      404,
      { "content-type": "text/html", "x-own": "404" },
      renderPage("Nothing here", "The origin has no such page."),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: (path) => counts.get(path) ?? 0,
    abortedRequests: (path) => goneFrom(path).promise,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
