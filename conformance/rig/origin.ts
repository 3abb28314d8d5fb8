import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** A web site as it might stand behind the service, and what it has noticed. */
export interface RigOrigin {
  readonly url: string;
  /** How many requests there were for a path, in whatever form. */
  asked(path: string): number;
  /** Resolves when the client of a request for the path has gone before its end. */
  abandoned(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Long enough to be streamed. */
export const BIG = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => at % 251));

export const CODED = gzipSync("<p>packed by the origin</p>");

const page = (title: string, text: string) =>
  `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>\n`;

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void;

const sent = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string | string[]>,
  body: string | Buffer = "",
) =>
  void response
    .writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
    .end(response.req.method === "HEAD" ? undefined : body);

/** A page with an ETag, which a client that has it already is not sent again. */
const known =
  (title: string, text: string, headers: Record<string, string> = {}): Answer =>
  (request, response) => {
    const body = page(title, text);
    const etag = `"${createHash("sha1").update(body).digest("hex").slice(0, 12)}"`;
    if (request.headers["if-none-match"] === etag)
      return void response.writeHead(304, { etag, ...headers }).end();
    sent(response, 200, { "content-type": "text/html; charset=utf-8", etag, ...headers }, body);
  };

const echo: Answer = (request, response) => {
  const hash = createHash("sha256");
  let length = 0;
  request.on("data", (chunk: Buffer) => ((length += chunk.length), hash.update(chunk)));
  request.on("end", () =>
    sent(
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

const ANSWERS: Readonly<Record<string, Answer>> = {
  "/": known("Origin Site", "The front page of the origin, which is quite short.", {
    "cache-control": "max-age=60",
  }),
  "/about": (_, response) =>
    sent(
      response,
      200,
      { "content-type": "text/html", vary: "accept-encoding", "x-own": "1" },
      page("About us", "We have stood here since before agents."),
    ),
  "/folder/": known("A folder", "Its page is at its slash."),
  "/old.html": known("Old", "A page with an ending."),
  "/private": (request, response) =>
    sent(
      response,
      200,
      {
        "content-type": "text/html",
        etag: '"same"',
        "set-cookie": ["a=1; Path=/", "b=2; Path=/; HttpOnly"],
      },
      page("Private", `For ${request.headers.cookie ?? "nobody"}.`),
    ),
  "/reset": (_, response) =>
    sent(response, 205, { "content-type": "text/plain" }, "not to be there"),
  "/odd": (_, response) => sent(response, 799, { "content-type": "text/plain" }, "odd"),
  "/reflects": (request, response) => {
    if (request.headers["if-none-match"] === '"always"')
      return void response.writeHead(304, { etag: '"always"' }).end();
    sent(
      response,
      200,
      { "content-type": "text/html", etag: '"always"' },
      page("Reflects", `The word is ${String(request.headers["x-word"] ?? "nothing")}.`),
    );
  },
  "/echo": echo,
  "/checkout/basket": echo,
  "/support": (request, response) =>
    request.method === "GET" || request.method === "HEAD"
      ? known("The origin's support", "Write to us.")(request, response, "")
      : echo(request, response, ""),
  "/big": (request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (from === undefined)
      return sent(
        response,
        200,
        { "content-type": "application/octet-stream", "accept-ranges": "bytes" },
        BIG,
      );
    sent(
      response,
      206,
      {
        "content-type": "application/octet-stream",
        "content-range": `bytes ${from}-${to}/${BIG.length}`,
      },
      BIG.subarray(Number(from), Number(to) + 1),
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
    sent(response, 200, { "content-type": "text/html", "content-encoding": "gzip" }, CODED),
  "/hop": (_, response) =>
    sent(
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
    sent(response, 302, { location: `http://127.0.0.1:${request.socket.localPort}/about?a=1` }),
  "/moved-away": (_, response) =>
    sent(response, 302, { location: "https://elsewhere.example/about" }),
  "/moved-here": (_, response) => sent(response, 301, { location: "/about" }),
  "/moved-lookalike": (request, response) =>
    sent(response, 302, { location: `http://127.0.0.1:${request.socket.localPort}0/about` }),
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
      while (response.writable && response.write(BIG));
      response.once("drain", more);
    };
    more();
  },
  "/silent": () => {},
  "/negotiates": (request, response) =>
    /markdown/.test(request.headers.accept ?? "")
      ? sent(
          response,
          200,
          { "content-type": "text/markdown", vary: "Accept" },
          "# The origin's own Markdown\n",
        )
      : sent(
          response,
          200,
          { "content-type": "text/html", vary: "Accept" },
          page("Negotiates", "As HTML."),
        ),
  "/stale": (_, response) => sent(response, 200, { "content-type": "text/plain" }, "fresh"),
  "/picture.png": (_, response) =>
    sent(response, 200, { "content-type": "image/png" }, Buffer.from([0x89, 0x50, 0x4e, 0x47])),
  "/robots.txt": ({ headers }, response) => {
    if (headers["x-robots"] === "packed")
      return sent(
        response,
        200,
        { "content-type": "text/plain", "content-encoding": "gzip" },
        CODED,
      );
    if (headers["x-robots"] === "long")
      return sent(
        response,
        200,
        { "content-type": "text/plain" },
        "Disallow: /cart\n".repeat(50_000),
      );
    sent(response, 200, { "content-type": "text/plain" }, "User-agent: *\nDisallow: /cart\n");
  },
  "/llms.txt": (_, response) =>
    sent(
      response,
      200,
      { "content-type": "text/html" },
      page("Origin Site", "This site answers every path with a page."),
    ),
  "/healthz": (_, response) =>
    sent(response, 200, { "content-type": "text/plain" }, "the origin's own health"),
  "/readme.md": (_, response) =>
    sent(response, 200, { "content-type": "text/markdown" }, "# The origin's own file\n"),
  "/unready": (_, response) =>
    sent(response, 503, { "content-type": "text/plain", "retry-after": "7" }, "not now"),
};

/** Serves it on a free port of loopback. */
export async function rigOrigin(): Promise<RigOrigin> {
  const used = new WeakSet<Socket>();
  const counts = new Map<string, number>();
  const gone = new Map<string, PromiseWithResolvers<void>>();
  const goneFrom = (path: string) => {
    if (!gone.has(path)) gone.set(path, Promise.withResolvers<void>());
    return gone.get(path)!;
  };
  const server = createServer((request, response) => {
    const path = request.url!.split("?", 1)[0]!;
    counts.set(path, (counts.get(path) ?? 0) + 1);
    response.on("close", () => response.writableFinished || goneFrom(path).resolve());
    request.on("close", () => request.complete || goneFrom(path).resolve());
    response.setHeader("rig-behind", "1");
    const answer = ANSWERS[path];
    const isUsed = used.has(request.socket);
    used.add(request.socket);
    if (path === "/stale" && isUsed) return void request.socket.destroy();
    if (path === "/sitemap.xml")
      return sent(
        response,
        200,
        { "content-type": "application/xml" },
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${["/", "/about", "/folder/"].map((each) => `<url><loc>http://${request.headers.host}${each}</loc></url>`).join("")}</urlset>`,
      );
    if (answer) return answer(request, response, request.url!);
    sent(
      response,
      404,
      { "content-type": "text/html", "x-own": "404" },
      page("Nothing here", "The origin has no such page."),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (path) => counts.get(path) ?? 0,
    abandoned: (path) => goneFrom(path).promise,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
