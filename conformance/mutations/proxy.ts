import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

/** Faults of the service in front of a site. */
export const proxyMutations: readonly Mutation[] = [
  {
    description: "a page of the origin that is changed",
    failingTest: "hints in HTML › leaves pages unchanged unless hints are enabled",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/about")
        ? withText(response, response.text.replace("<body>", "<body>For agents: "))
        : undefined,
  },
  {
    description: "a query that gets lost",
    failingTest: "forwarding › forwards POST with its body",
    message: /./,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/echo") ? unmodified.send({ ...request, path: "/echo" }) : undefined,
  },
  {
    description: "a body that gets lost",
    failingTest: "forwarding › forwards PUT with its body",
    message: /./,
    apply: (_, { body: _body, ...request }, unmodified) =>
      request.method === "PUT" ? unmodified.send(request) : undefined,
  },
  {
    description: "a cookie that gets lost",
    failingTest: "forwarding › keeps Set-Cookie headers separate and forwards Cookie",
    message: /the header set-cookie/,
    apply: (response) =>
      response.headers["set-cookie"]
        ? withHeaders(response, { "set-cookie": "b=2; Path=/; HttpOnly" })
        : undefined,
  },
  {
    description: "a range that is passed over",
    failingTest: "forwarding › returns a range of the upstream",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["range"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "an address of the origin's own that gets out",
    failingTest: "forwarding › rewrites a redirect to the upstream's URL to the public URL",
    message: /./,
    apply: (response) =>
      response.headers["location"]
        ? withHeaders(response, { location: "http://origin.internal/about?a=1" })
        : undefined,
  },
  {
    description: "a redirect to anywhere",
    failingTest: "forwarding › leaves a redirect to a path unchanged",
    message: /./,
    apply: (response) =>
      response.headers["location"] ? withHeaders(response, { location: "//about" }) : undefined,
  },
  {
    description: "a header of the connection that gets through",
    failingTest: "forwarding › removes the hop-by-hop headers of the response",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/hop") ? withHeaders(response, { "x-inner": "1" }) : undefined,
  },
  {
    description: "a client that says who it is",
    failingTest: "forwarding › replaces the forwarding headers of the client",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/echo")
        ? withJson(response, (body) => (body.headers["x-forwarded-for"] = "6.6.6.6"))
        : undefined,
  },
  {
    description: "another host that is passed on",
    failingTest: "forwarding › rejects a wrong host",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["host"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "a WebSocket that hangs in the air",
    failingTest: "forwarding › rejects a WebSocket with 501",
    message: /the status/,
    apply: (_, request) => (request.headers?.["upgrade"] ? { status: 200 } : undefined),
  },
  {
    description: "an origin down that is a 500",
    failingTest:
      "upstream failures › returns 502 without the upstream's address if the upstream is unreachable",
    message: /the status/,
    apply: (response) => (response.status === 502 ? { status: 500 } : undefined),
  },
  {
    description: "an inner address that is told",
    failingTest:
      "upstream failures › returns 502 without the upstream's address if the upstream is unreachable",
    message: /./,
    apply: (response) =>
      response.status === 502
        ? withJson(response, (body) => (body.detail = "connect ECONNREFUSED 127.0.0.1:2"))
        : undefined,
  },
  {
    description: "somebody's page that may be kept",
    failingTest: "pages as Markdown › doesn't cache responses to requests with cookies",
    message: /the header cache-control/,
    apply: (response) =>
      response.headers["x-markdown-tokens"]
        ? withHeaders(response, { "cache-control": "max-age=60" })
        : undefined,
  },
  {
    description: "somebody's page for another",
    failingTest: "pages as Markdown › doesn't cache responses to requests with cookies",
    message: /./,
    apply: (response, request) =>
      response.headers["x-markdown-tokens"] && request.headers?.["cookie"]
        ? withText(response, "For who=me.")
        : undefined,
  },
  {
    description: "a page that another's header has made",
    failingTest:
      "pages as Markdown › doesn't cache a page that depends on an unusual request header",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/reflects")
        ? withText(response, response.text.replace("nothing", "poison"))
        : undefined,
  },
  {
    description: "mirrors that are looked for without end",
    failingTest:
      "pages as Markdown › rejects Markdown mirror requests of a client that has exceeded its rate limit",
    message: /the status/,
    apply: (response) => (response.status === 429 ? { status: 404 } : undefined),
  },
  {
    description: "Markdown under the page's own ETag",
    failingTest: "pages as Markdown › has a separate ETag for the Markdown of a page",
    message: /the status/,
    apply: (_, request) =>
      request.headers?.["if-none-match"]
        ? { status: 304, bytes: new Uint8Array(), text: "" }
        : undefined,
  },
  {
    description: "a line of the origin's robots.txt that gets lost",
    failingTest: "documents › adds the sitemap to the upstream's robots.txt",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/robots.txt")
        ? withText(response, response.text.replace("Disallow: /cart\n", ""))
        : undefined,
  },
  {
    description: "a page taken for llms.txt",
    failingTest: "documents › doesn't mistake an HTML page for the upstream's llms.txt",
    message: /the media type/,
    apply: (response, request) =>
      hasPathPrefix(request, "/llms.txt")
        ? withHeaders(response, { "content-type": "text/html" })
        : undefined,
  },
  {
    description: "the origin's /healthz taken away",
    failingTest: "documents › forwards /healthz",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/healthz") ? withText(response, '{"status":"ok"}') : undefined,
  },
];
