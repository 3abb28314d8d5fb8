import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

/** Defects in the reverse proxy. */
export const proxyMutations: readonly Mutation[] = [
  {
    description: "a changed page of the upstream",
    failingTest: "hints in HTML › leaves pages unchanged unless hints are enabled",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/about")
        ? withText(response, response.text.replace("<body>", "<body>For agents: "))
        : undefined,
  },
  {
    description: "a lost query",
    failingTest: "forwarding › forwards POST with its body",
    message: /./,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/echo") ? unmodified.send({ ...request, path: "/echo" }) : undefined,
  },
  {
    description: "a lost request body",
    failingTest: "forwarding › forwards PUT with its body",
    message: /./,
    apply: (_, { body: _body, ...request }, unmodified) =>
      request.method === "PUT" ? unmodified.send(request) : undefined,
  },
  {
    description: "a lost cookie",
    failingTest: "forwarding › keeps Set-Cookie headers separate and forwards Cookie",
    message: /the header set-cookie/,
    apply: (response) =>
      response.headers["set-cookie"]
        ? withHeaders(response, { "set-cookie": "b=2; Path=/; HttpOnly" })
        : undefined,
  },
  {
    description: "an ignored range",
    failingTest: "forwarding › returns a range of the upstream",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["range"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "a leaked upstream URL in a redirect",
    failingTest: "forwarding › rewrites a redirect to the upstream's URL to the public URL",
    message: /./,
    apply: (response) =>
      response.headers["location"]
        ? withHeaders(response, { location: "http://origin.internal/about?a=1" })
        : undefined,
  },
  {
    description: "a path redirect turned into one to another host",
    failingTest: "forwarding › leaves a redirect to a path unchanged",
    message: /./,
    apply: (response) =>
      response.headers["location"] ? withHeaders(response, { location: "//about" }) : undefined,
  },
  {
    description: "a forwarded hop-by-hop header",
    failingTest: "forwarding › removes the hop-by-hop headers of the response",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/hop") ? withHeaders(response, { "x-inner": "1" }) : undefined,
  },
  {
    description: "a trusted X-Forwarded-For of the client",
    failingTest: "forwarding › replaces the forwarding headers of the client",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/echo")
        ? withJson(response, (body) => (body.headers["x-forwarded-for"] = "6.6.6.6"))
        : undefined,
  },
  {
    description: "a forwarded request for a wrong host",
    failingTest: "forwarding › rejects a wrong host",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["host"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "an accepted WebSocket upgrade",
    failingTest: "forwarding › rejects a WebSocket with 501",
    message: /the status/,
    apply: (_, request) => (request.headers?.["upgrade"] ? { status: 200 } : undefined),
  },
  {
    description: "a 500 for an unreachable upstream",
    failingTest:
      "upstream failures › returns 502 without the upstream's address if the upstream is unreachable",
    message: /the status/,
    apply: (response) => (response.status === 502 ? { status: 500 } : undefined),
  },
  {
    description: "a leaked upstream address in a problem",
    failingTest:
      "upstream failures › returns 502 without the upstream's address if the upstream is unreachable",
    message: /./,
    apply: (response) =>
      response.status === 502
        ? withJson(response, (body) => (body.detail = "connect ECONNREFUSED 127.0.0.1:2"))
        : undefined,
  },
  {
    description: "a cacheable page for a request with cookies",
    failingTest: "pages as Markdown › doesn't cache responses to requests with cookies",
    message: /the header cache-control/,
    apply: (response) =>
      response.headers["x-markdown-tokens"]
        ? withHeaders(response, { "cache-control": "max-age=60" })
        : undefined,
  },
  {
    description: "one user's page returned to another",
    failingTest: "pages as Markdown › doesn't cache responses to requests with cookies",
    message: /./,
    apply: (response, request) =>
      response.headers["x-markdown-tokens"] && request.headers?.["cookie"]
        ? withText(response, "For who=me.")
        : undefined,
  },
  {
    description: "a cached page that depends on another client's header",
    failingTest:
      "pages as Markdown › doesn't cache a page that depends on an unusual request header",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/reflects")
        ? withText(response, response.text.replace("nothing", "poison"))
        : undefined,
  },
  {
    description: "Markdown mirror requests without a rate limit",
    failingTest:
      "pages as Markdown › rejects Markdown mirror requests of a client that has exceeded its rate limit",
    message: /the status/,
    apply: (response) => (response.status === 429 ? { status: 404 } : undefined),
  },
  {
    description: "the HTML page's ETag on its Markdown",
    failingTest: "pages as Markdown › has a separate ETag for the Markdown of a page",
    message: /the status/,
    apply: (_, request) =>
      request.headers?.["if-none-match"]
        ? { status: 304, bytes: new Uint8Array(), text: "" }
        : undefined,
  },
  {
    description: "a lost line of the upstream's robots.txt",
    failingTest: "documents › adds the sitemap to the upstream's robots.txt",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/robots.txt")
        ? withText(response, response.text.replace("Disallow: /cart\n", ""))
        : undefined,
  },
  {
    description: "an HTML page mistaken for llms.txt",
    failingTest: "documents › doesn't mistake an HTML page for the upstream's llms.txt",
    message: /the media type/,
    apply: (response, request) =>
      hasPathPrefix(request, "/llms.txt")
        ? withHeaders(response, { "content-type": "text/html" })
        : undefined,
  },
  {
    description: "a replaced /healthz of the upstream",
    failingTest: "documents › forwards /healthz",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/healthz") ? withText(response, '{"status":"ok"}') : undefined,
  },
];
