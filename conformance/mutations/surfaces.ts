import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

/** Faults of documents, of pages, and of what holds for every path. */
export const surfaceMutations: readonly Mutation[] = [
  {
    description: "a body on HEAD",
    failingTest: "/llms.txt › answers HEAD with GET's headers and no body",
    message: /HEAD with 200 has a body/,
    apply: (_, { method }) => (method === "HEAD" ? { bytes: new Uint8Array([65]) } : undefined),
  },
  {
    description: "HEAD without the length that GET has",
    failingTest: "/openapi.json › answers HEAD with GET's headers and no body",
    message: /content-length/,
    apply: (response, { method }) =>
      method === "HEAD" ? withHeaders(response, { "content-length": undefined }) : undefined,
  },
  {
    description: "405 without Allow",
    failingTest: "/openapi.json › answers 405 and says what it allows",
    message: /the header allow/,
    apply: (response) => withHeaders(response, { allow: undefined }),
  },
  {
    description: "an Allow that leaves something out",
    failingTest: "/agent/search › answers 405 and says what it allows",
    message: /the header allow/,
    apply: (response) =>
      response.headers["allow"] ? withHeaders(response, { allow: "GET" }) : undefined,
  },
  {
    description: "an ETag that never matches",
    failingTest: "/llms.txt › says with 304 that nothing has changed",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["if-none-match"] ? unmodified.send({ ...request, headers: {} }) : undefined,
  },
  {
    description: "a body in a 304",
    failingTest: "/llms.txt › says with 304 that nothing has changed",
    message: /GET with 304 has a body/,
    apply: (response) => (response.status === 304 ? { bytes: new Uint8Array([65]) } : undefined),
  },
  {
    description: "a wrong Content-Length",
    failingTest: "/healthz › is not kept by anyone",
    message: /Content-Length is 3/,
    apply: (response) => withHeaders(response, { "content-length": "3" }),
  },
  {
    description: "text that is not UTF-8",
    failingTest: "/llms.txt › answers in the media type that it declares",
    message: /not UTF-8/,
    apply: (response, request) =>
      hasPathPrefix(request, "/llms.txt")
        ? {
            ...withHeaders(response, { "content-length": undefined }),
            bytes: new Uint8Array([0xff, 0xfe]),
          }
        : undefined,
  },
  {
    description: "a published document that is another",
    failingTest: "/openapi.json › is the published document, with this site as its server",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/openapi.json")
        ? withJson(response, (body) => delete body.paths["/agent/search"])
        : undefined,
  },
  {
    description: "a page that llms.txt links to and that is gone",
    failingTest: "/llms.txt › links to pages that are there",
    message: /tape-heads/,
    apply: (_, request) =>
      hasPathPrefix(request, "/guide/tape-heads.md") ? { status: 404 } : undefined,
  },
  {
    description: "an unknown path answered as HTML",
    failingTest: "/* › answers an unknown path with a problem that says where to look",
    message: /the media type/,
    apply: (response) =>
      response.status === 404 ? withHeaders(response, { "content-type": "text/html" }) : undefined,
  },
  {
    description: "repeated slashes taken for one",
    failingTest: "/* › takes repeated slashes inside for another path",
    message: /the status/,
    apply: (_, request, unmodified) =>
      unmodified.send({ ...request, path: request.path.replaceAll(/\/+/g, "/") }),
  },
  {
    description: "a hidden file served",
    failingTest: "/* › does not leave the folder at /.secret.html",
    message: /the status/,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/.secret") ? unmodified.send({ path: "/guide/" }) : undefined,
  },
  {
    description: "another host answered for",
    failingTest: "/* › does not answer for a host that is not its own",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["host"] ? unmodified.send({ ...request, headers: {} }) : undefined,
  },
  {
    description: "an operation closed to the pages of other origins",
    failingTest:
      "/agent/site.json › is open to the pages of any origin, and shows them its headers",
    message: /access-control-allow-origin/,
    apply: (response) => withHeaders(response, { "access-control-allow-origin": undefined }),
  },
  {
    description: "readiness while the pages can't be reached",
    failingTest: "/readyz › is not ready while the pages can't be reached",
    message: /the status/,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/readyz") ? unmodified.send({ path: "/readyz" }) : undefined,
  },
  {
    description: "a range that is ignored",
    failingTest: "/* › gives the last bytes alone",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["range"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "a path that was asked, in the metrics",
    failingTest: "/metrics › holds nothing that a client has written",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/metrics")
        ? withText(response, response.text.replace('route="/*"', 'route="/secret-zzyzx"'))
        : undefined,
  },
  {
    description: "metrics that Prometheus can't read",
    failingTest: "/metrics › is text that Prometheus reads, kept by no one",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/metrics")
        ? withText(response, response.text.replaceAll("{route=", "{route: "))
        : undefined,
  },
  {
    description: "the agents' rate for a signature that is wrong",
    failingTest: "/agent/search › serves as anyone's, and says why, a signature for another site",
    message: /client/,
    apply: (response) =>
      response.headers["signature-outcome"]?.startsWith("invalid")
        ? withHeaders(response, { ratelimit: '"agent";r=59;t=1' })
        : undefined,
  },
  {
    description: "a wrong signature of which nothing is said",
    failingTest: "/agent/search › serves as anyone's, and says why, an expiry that is over",
    message: /./,
    apply: (response) => withHeaders(response, { "signature-outcome": undefined }),
  },
  {
    description: "a nonce that is taken twice",
    failingTest: "/agent/search › takes a nonce once",
    message: /./,
    apply: (response) =>
      response.headers["signature-outcome"]?.includes("replayed")
        ? withHeaders(response, {
            "signature-outcome": 'verified;agent="https://agent.example/keys"',
          })
        : undefined,
  },
  {
    description: "another agent known by this one's key",
    failingTest:
      "/agent/search › serves as anyone's, and says why, another agent's name over one's own key",
    message: /./,
    apply: (response) =>
      response.headers["signature-outcome"]?.includes("unknown_key")
        ? withHeaders(response, {
            "signature-outcome": 'verified;agent="https://other.example/keys"',
          })
        : undefined,
  },
  {
    description: "a private key in the directory",
    failingTest:
      "/.well-known/http-message-signatures-directory › has the public keys of what the service fetches, and signs them with each",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/http-message")
        ? withJson(response, (body) => (body.keys[0].d = "secret"))
        : undefined,
  },
  {
    description: "a directory that another has signed",
    failingTest:
      "/.well-known/http-message-signatures-directory › has the public keys of what the service fetches, and signs them with each",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/http-message")
        ? withHeaders(response, { signature: `binding0=:${"A".repeat(86)}==:` })
        : undefined,
  },
  {
    description: "a script on the support page",
    failingTest: "/support › says whom to write to, for help and for removals, and runs no script",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/support")
        ? withText(response, `${response.text}<script>1</script>`)
        : undefined,
  },
  {
    description: "a linkset that is sent as plain JSON",
    failingTest: "/.well-known/api-catalog › answers in the media type that it declares",
    message: /application\/json is none of/,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/api-catalog")
        ? withHeaders(response, { "content-type": "application/json" })
        : undefined,
  },
  {
    description: "an API catalog that leads to what is gone",
    failingTest:
      "/.well-known/api-catalog › names the interface and the MCP server, and leads to what answers",
    message: /support/,
    apply: (_, request) => (hasPathPrefix(request, "/support") ? { status: 404 } : undefined),
  },
  {
    description: "a skill with another digest than its bytes have",
    failingTest:
      "/.well-known/agent-skills/index.json › lists the skills with the digests of the bytes that are served",
    message: /sha256:/,
    apply: (response, request) =>
      hasPathPrefix(request, "/agent/skills/")
        ? withText(response, `${response.text} `)
        : undefined,
  },
  {
    description: "a card of another version than the server's",
    failingTest:
      "/mcp/server-card › is a card as SEP-2127 has it, and agrees with what the server says of itself",
    message: /9\.9\.9/,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp/server-card")
        ? withJson(response, (card) => (card.version = "9.9.9"))
        : undefined,
  },
  {
    description: "two cards that differ",
    failingTest:
      "/.well-known/mcp/server-card.json › has the bytes of the card, where scanners look",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp/server-card")
        ? withText(response, `${response.text} `)
        : undefined,
  },
  {
    description: "a document that llms.txt forgets",
    failingTest: "/llms.txt › names every document that the site's description links to",
    message: /auth\.md/,
    apply: (response, request) =>
      hasPathPrefix(request, "/llms.txt")
        ? withText(response, response.text.replaceAll("/auth.md", "/other.md"))
        : undefined,
  },
  {
    description: "security.txt without an end",
    failingTest:
      "/.well-known/security.txt › names a contact, and expires within the year (RFC 9116)",
    message: /NaN/,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/security.txt")
        ? withText(response, response.text.replace(/^Expires.*\n/m, ""))
        : undefined,
  },
  {
    description: "metadata of an OAuth that is not there",
    failingTest:
      "/.well-known/oauth-protected-resource › says that there is no OAuth here, to browsers too",
    message: /the status/,
    apply: (_, request) =>
      hasPathPrefix(request, "/.well-known/oauth-protected-resource") ? { status: 200 } : undefined,
  },
  {
    description: "a document that another site may frame",
    failingTest: "/openapi.json › lets a browser run nothing of it",
    message: /content-security-policy/,
    apply: (response) => withHeaders(response, { "content-security-policy": undefined }),
  },
  {
    description: "a checkout created while nobody can be counted",
    failingTest: "/agent/commerce/checkouts › creates nothing while nobody can be counted",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.method === "POST"
        ? unmodified.send({ ...request, headers: { "content-type": "application/json" } })
        : undefined,
  },
  {
    description: "Markdown for a person's browser",
    failingTest:
      "/* › gives a page as text/html for Accept text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8",
    message: /the media type/,
    apply: (response, { headers }) =>
      headers?.["accept"]?.startsWith("text/html, app")
        ? withHeaders(response, { "content-type": "text/markdown" })
        : undefined,
  },
  {
    description: "a page without Vary",
    failingTest: "/* › gives a page as text/markdown for Accept text/markdown",
    message: /the header vary/,
    apply: (response) => withHeaders(response, { vary: undefined }),
  },
  {
    description: "one ETag for both forms of a page",
    failingTest: "/* › has an ETag for each form of a page",
    message: /./,
    apply: (response, { method }) =>
      response.headers["etag"] && !method ? withHeaders(response, { etag: '"one"' }) : undefined,
  },
  {
    description: "a mirror that is another text",
    failingTest: "/* › has a mirror of a page, which is the same",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/guide/tape-heads.md")
        ? withText(response, `${response.text}more`)
        : undefined,
  },
  {
    description: "a page that does not say where its Markdown is",
    failingTest: "/* › says on each page what there is for agents, and where its Markdown is",
    message: /no service-desc/,
    apply: (response, request) =>
      hasPathPrefix(request, "/guide/tape-heads.html")
        ? withHeaders(response, { link: undefined })
        : undefined,
  },
  {
    description: "Markdown that does not count",
    failingTest: "/* › counts a page as Markdown like an operation",
    message: /the header ratelimit/,
    apply: (response) => withHeaders(response, { ratelimit: undefined }),
  },
  {
    description: "a wish that the operator never had, in robots.txt",
    failingTest: "/robots.txt › names the sitemap, and says what the operator wishes and no more",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/robots.txt")
        ? withText(response, `Content-Signal: ai-train=yes\n${response.text}`)
        : undefined,
  },
  {
    description: "a page that the sitemap leaves out",
    failingTest: "/sitemap.xml › lists the pages, each of which is there",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/sitemap.xml")
        ? withText(response, response.text.replace(/<url>.*\n/, ""))
        : undefined,
  },
];
