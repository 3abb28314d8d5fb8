import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

/** Faults of the service in front of a site. */
export const proxyMutations: readonly Mutation[] = [
  {
    description: "a page of the origin that is changed",
    failingTest: "hints in HTML › changes no byte of a page unless it is told to",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/about")
        ? withText(response, response.text.replace("<body>", "<body>For agents: "))
        : undefined,
  },
  {
    description: "a query that gets lost",
    failingTest: "passed on › passes POST on, with its body",
    message: /./,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/echo") ? unmodified.send({ ...request, path: "/echo" }) : undefined,
  },
  {
    description: "a body that gets lost",
    failingTest: "passed on › passes PUT on, with its body",
    message: /./,
    apply: (_, { body: _body, ...request }, unmodified) =>
      request.method === "PUT" ? unmodified.send(request) : undefined,
  },
  {
    description: "a cookie that gets lost",
    failingTest: "passed on › keeps several cookies apart, and takes those of the client along",
    message: /the header set-cookie/,
    apply: (response) =>
      response.headers["set-cookie"]
        ? withHeaders(response, { "set-cookie": "b=2; Path=/; HttpOnly" })
        : undefined,
  },
  {
    description: "a range that is passed over",
    failingTest: "passed on › gives a range as the origin has it",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["range"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "an address of the origin's own that gets out",
    failingTest: "passed on › leads to the public address where the origin names its own",
    message: /./,
    apply: (response) =>
      response.headers["location"]
        ? withHeaders(response, { location: "http://origin.internal/about?a=1" })
        : undefined,
  },
  {
    description: "a redirect to anywhere",
    failingTest: "passed on › leaves a path as it is",
    message: /./,
    apply: (response) =>
      response.headers["location"] ? withHeaders(response, { location: "//about" }) : undefined,
  },
  {
    description: "a header of the connection that gets through",
    failingTest: "passed on › keeps what belongs to the connection",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/hop") ? withHeaders(response, { "x-inner": "1" }) : undefined,
  },
  {
    description: "a client that says who it is",
    failingTest:
      "passed on › tells the origin who asks and for what host, whatever the client says of that",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/echo")
        ? withJson(response, (body) => (body.headers["x-forwarded-for"] = "6.6.6.6"))
        : undefined,
  },
  {
    description: "another host that is passed on",
    failingTest: "passed on › does not answer for a host that is not its own",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["host"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "a WebSocket that hangs in the air",
    failingTest: "passed on › refuses a WebSocket, and says so",
    message: /the status/,
    apply: (_, request) => (request.headers?.["upgrade"] ? { status: 200 } : undefined),
  },
  {
    description: "an origin down that is a 500",
    failingTest: "an origin that fails › is a 502 that says so",
    message: /the status/,
    apply: (response) => (response.status === 502 ? { status: 500 } : undefined),
  },
  {
    description: "an inner address that is told",
    failingTest: "an origin that fails › is a 502 that says so",
    message: /./,
    apply: (response) =>
      response.status === 502
        ? withJson(response, (body) => (body.detail = "connect ECONNREFUSED 127.0.0.1:2"))
        : undefined,
  },
  {
    description: "somebody's page that may be kept",
    failingTest: "pages as Markdown › keeps for nobody what a cookie was sent for",
    message: /the header cache-control/,
    apply: (response) =>
      response.headers["x-markdown-tokens"]
        ? withHeaders(response, { "cache-control": "max-age=60" })
        : undefined,
  },
  {
    description: "somebody's page for another",
    failingTest: "pages as Markdown › keeps for nobody what a cookie was sent for",
    message: /./,
    apply: (response, request) =>
      response.headers["x-markdown-tokens"] && request.headers?.["cookie"]
        ? withText(response, "For who=me.")
        : undefined,
  },
  {
    description: "a page that another's header has made",
    failingTest:
      "pages as Markdown › keeps nothing that another header than usual has changed, though its ETag says so",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/reflects")
        ? withText(response, response.text.replace("nothing", "poison"))
        : undefined,
  },
  {
    description: "mirrors that are looked for without end",
    failingTest: "pages as Markdown › looks for none for a client that has used up its rate",
    message: /the status/,
    apply: (response) => (response.status === 429 ? { status: 404 } : undefined),
  },
  {
    description: "Markdown under the page's own ETag",
    failingTest: "pages as Markdown › has for Markdown an ETag that the page does not have",
    message: /the status/,
    apply: (_, request) =>
      request.headers?.["if-none-match"]
        ? { status: 304, bytes: new Uint8Array(), text: "" }
        : undefined,
  },
  {
    description: "a line of the origin's robots.txt that gets lost",
    failingTest: "documents › completes the origin's robots.txt, line for line",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/robots.txt")
        ? withText(response, response.text.replace("Disallow: /cart\n", ""))
        : undefined,
  },
  {
    description: "a page taken for llms.txt",
    failingTest: "documents › takes no page for llms.txt",
    message: /the media type/,
    apply: (response, request) =>
      hasPathPrefix(request, "/llms.txt")
        ? withHeaders(response, { "content-type": "text/html" })
        : undefined,
  },
  {
    description: "the origin's /healthz taken away",
    failingTest: "documents › leaves /healthz to the origin",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/healthz") ? withText(response, '{"status":"ok"}') : undefined,
  },
];
