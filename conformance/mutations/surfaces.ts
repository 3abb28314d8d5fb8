import { hasPathPrefix, type Mutation, withHeaders, withJson, withText } from "./mutation.ts";

/** Defects in documents, in pages, and in the behavior of every path. */
export const surfaceMutations: readonly Mutation[] = [
  {
    description: "a body on HEAD",
    failingTest: "/llms.txt › answers HEAD with the headers of GET and no body",
    message: /HEAD with 200 has a body/,
    apply: (_, { method }) => (method === "HEAD" ? { bytes: new Uint8Array([65]) } : undefined),
  },
  {
    description: "HEAD without the Content-Length of GET",
    failingTest: "/openapi.json › answers HEAD with the headers of GET and no body",
    message: /content-length/,
    apply: (response, { method }) =>
      method === "HEAD" ? withHeaders(response, { "content-length": undefined }) : undefined,
  },
  {
    description: "405 without Allow",
    failingTest: "/openapi.json › returns 405 and lists the allowed methods",
    message: /the header allow/,
    apply: (response) => withHeaders(response, { allow: undefined }),
  },
  {
    description: "an incomplete Allow header",
    failingTest: "/agent/search › returns 405 and lists the allowed methods",
    message: /the header allow/,
    apply: (response) =>
      response.headers["allow"] ? withHeaders(response, { allow: "GET" }) : undefined,
  },
  {
    description: "an ETag that never matches",
    failingTest: "/llms.txt › returns 304 if the ETag matches",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["if-none-match"] ? unmodified.send({ ...request, headers: {} }) : undefined,
  },
  {
    description: "a body in a 304",
    failingTest: "/llms.txt › returns 304 if the ETag matches",
    message: /GET with 304 has a body/,
    apply: (response) => (response.status === 304 ? { bytes: new Uint8Array([65]) } : undefined),
  },
  {
    description: "a wrong Content-Length",
    failingTest: "/healthz › forbids caching",
    message: /Content-Length is 3/,
    apply: (response) => withHeaders(response, { "content-length": "3" }),
  },
  {
    description: "text that isn't UTF-8",
    failingTest: "/llms.txt › returns a declared media type",
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
    description: "an incomplete OpenAPI document",
    failingTest: "/openapi.json › is the published document with this site as its server",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/openapi.json")
        ? withJson(response, (body) => delete body.paths["/agent/search"])
        : undefined,
  },
  {
    description: "a broken link in llms.txt",
    failingTest: "/llms.txt › links to pages that exist",
    message: /tape-heads/,
    apply: (_, request) =>
      hasPathPrefix(request, "/guide/tape-heads.md") ? { status: 404 } : undefined,
  },
  {
    description: "an HTML response to an unknown path",
    failingTest: "/* › returns a problem for an unknown path, with a hint",
    message: /the media type/,
    apply: (response) =>
      response.status === 404 ? withHeaders(response, { "content-type": "text/html" }) : undefined,
  },
  {
    description: "collapsed repeated slashes",
    failingTest: "/* › doesn't collapse repeated slashes inside a path",
    message: /the status/,
    apply: (_, request, unmodified) =>
      unmodified.send({ ...request, path: request.path.replaceAll(/\/+/g, "/") }),
  },
  {
    description: "a page instead of a problem for programs",
    failingTest: "/* › returns a problem to programs that accept HTML, too",
    message: /the media type/,
    apply: (_, request, unmodified) =>
      request.headers?.["accept"]?.startsWith("application/json, text/html")
        ? unmodified.send({ ...request, headers: { accept: "text/html" } })
        : undefined,
  },
  {
    description: "a served hidden file",
    failingTest: "/* › doesn't serve /.secret.html",
    message: /the status/,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/.secret") ? unmodified.send({ path: "/guide/" }) : undefined,
  },
  {
    description: "an accepted wrong host",
    failingTest: "/* › rejects API requests with a wrong host",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["host"] ? unmodified.send({ ...request, headers: {} }) : undefined,
  },
  {
    description: "an operation without CORS headers",
    failingTest: "/agent/site.json › allows pages of any origin and exposes its headers to them",
    message: /access-control-allow-origin/,
    apply: (response) => withHeaders(response, { "access-control-allow-origin": undefined }),
  },
  {
    description: "readiness while the pages are unavailable",
    failingTest: "/readyz › returns 503 while the pages are unavailable",
    message: /the status/,
    apply: (_, request, unmodified) =>
      hasPathPrefix(request, "/readyz") ? unmodified.send({ path: "/readyz" }) : undefined,
  },
  {
    description: "an ignored range",
    failingTest: "/* › serves a range of the last bytes",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.headers?.["range"] ? unmodified.send({ path: request.path }) : undefined,
  },
  {
    description: "a requested path in the metrics",
    failingTest: "/metrics › contains no text from clients",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/metrics")
        ? withText(response, response.text.replace('route="/*"', 'route="/secret-zzyzx"'))
        : undefined,
  },
  {
    description: "metrics that Prometheus can't parse",
    failingTest: "/metrics › has the Prometheus text format and forbids caching",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/metrics")
        ? withText(response, response.text.replaceAll("{route=", "{route: "))
        : undefined,
  },
  {
    description: "the rate limit of verified agents for an invalid signature",
    failingTest:
      "/agent/search › rejects a signature for another site and serves the request anonymously",
    message: /client/,
    apply: (response) =>
      response.headers["signature-outcome"]?.startsWith("invalid")
        ? withHeaders(response, { ratelimit: '"agent";r=59;t=1' })
        : undefined,
  },
  {
    description: "an invalid signature without Signature-Outcome",
    failingTest: "/agent/search › rejects an expired signature and serves the request anonymously",
    message: /./,
    apply: (response) => withHeaders(response, { "signature-outcome": undefined }),
  },
  {
    description: "a nonce accepted twice",
    failingTest: "/agent/search › accepts a nonce once",
    message: /./,
    apply: (response) =>
      response.headers["signature-outcome"]?.includes("replayed")
        ? withHeaders(response, {
            "signature-outcome": 'verified;agent="https://agent.example/keys"',
          })
        : undefined,
  },
  {
    description: "an agent verified by another agent's key",
    failingTest:
      "/agent/search › rejects another agent's name with its own key and serves the request anonymously",
    message: /./,
    apply: (response) =>
      response.headers["signature-outcome"]?.includes("unknown_key")
        ? withHeaders(response, {
            "signature-outcome": 'verified;agent="https://other.example/keys"',
          })
        : undefined,
  },
  {
    description: "a private key in the key directory",
    failingTest:
      "/.well-known/http-message-signatures-directory › contains the public keys of outbound requests and is signed with them",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/http-message")
        ? withJson(response, (body) => (body.keys[0].d = "secret"))
        : undefined,
  },
  {
    description: "a key directory with an invalid signature",
    failingTest:
      "/.well-known/http-message-signatures-directory › contains the public keys of outbound requests and is signed with them",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/http-message")
        ? withHeaders(response, { signature: `binding0=:${"A".repeat(86)}==:` })
        : undefined,
  },
  {
    description: "a script on the support page",
    failingTest: "/support › names the contact for help and removals, and contains no script",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/support")
        ? withText(response, `${response.text}<script>1</script>`)
        : undefined,
  },
  {
    description: "a linkset sent as plain JSON",
    failingTest: "/.well-known/api-catalog › returns a declared media type",
    message: /application\/json is not one of/,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/api-catalog")
        ? withHeaders(response, { "content-type": "application/json" })
        : undefined,
  },
  {
    description: "a broken link in the API catalog",
    failingTest:
      "/.well-known/api-catalog › lists the API and the MCP server, and every link works",
    message: /support/,
    apply: (_, request) => (hasPathPrefix(request, "/support") ? { status: 404 } : undefined),
  },
  {
    description: "a skill with a wrong digest",
    failingTest:
      "/.well-known/agent-skills/index.json › lists the skills with the digests of their files",
    message: /sha256:/,
    apply: (response, request) =>
      hasPathPrefix(request, "/agent/skills/")
        ? withText(response, `${response.text} `)
        : undefined,
  },
  {
    description: "a server card with a wrong version",
    failingTest:
      "/mcp/server-card › is a server card according to SEP-2127 and agrees with server/discover",
    message: /9\.9\.9/,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp/server-card")
        ? withJson(response, (card) => (card.version = "9.9.9"))
        : undefined,
  },
  {
    description: "different server cards",
    failingTest:
      "/.well-known/mcp/server-card.json › has the same bytes as the server card, at the path that scanners check",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/mcp/server-card")
        ? withText(response, `${response.text} `)
        : undefined,
  },
  {
    description: "a document missing from llms.txt",
    failingTest: "/llms.txt › lists every document that siteInfo links to",
    message: /auth\.md/,
    apply: (response, request) =>
      hasPathPrefix(request, "/llms.txt")
        ? withText(response, response.text.replaceAll("/auth.md", "/other.md"))
        : undefined,
  },
  {
    description: "security.txt without Expires",
    failingTest: "/.well-known/security.txt › names a contact and expires within a year (RFC 9116)",
    message: /NaN/,
    apply: (response, request) =>
      hasPathPrefix(request, "/.well-known/security.txt")
        ? withText(response, response.text.replace(/^Expires.*\n/m, ""))
        : undefined,
  },
  {
    description: "OAuth metadata that shouldn't exist",
    failingTest:
      "/.well-known/oauth-protected-resource › states that the site has no OAuth, even to browsers",
    message: /the status/,
    apply: (_, request) =>
      hasPathPrefix(request, "/.well-known/oauth-protected-resource") ? { status: 200 } : undefined,
  },
  {
    description: "a document that other sites can frame",
    failingTest: "/openapi.json › prevents browsers from running scripts and framing it",
    message: /content-security-policy/,
    apply: (response) => withHeaders(response, { "content-security-policy": undefined }),
  },
  {
    description: "a checkout created while the rate limiter is unavailable",
    failingTest:
      "/agent/commerce/checkouts › creates no checkout while the rate limiter is unavailable",
    message: /the status/,
    apply: (_, request, unmodified) =>
      request.method === "POST"
        ? unmodified.send({ ...request, headers: { "content-type": "application/json" } })
        : undefined,
  },
  {
    description: "Markdown for a person's browser",
    failingTest:
      "/* › returns a page as text/html for Accept: text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8",
    message: /the media type/,
    apply: (response, { headers }) =>
      headers?.["accept"]?.startsWith("text/html, app")
        ? withHeaders(response, { "content-type": "text/markdown" })
        : undefined,
  },
  {
    description: "a page without Vary",
    failingTest: "/* › returns a page as text/markdown for Accept: text/markdown",
    message: /the header vary/,
    apply: (response) => withHeaders(response, { vary: undefined }),
  },
  {
    description: "one ETag for the HTML and Markdown of a page",
    failingTest: "/* › has a separate ETag for each media type of a page",
    message: /./,
    apply: (response, { method }) =>
      response.headers["etag"] && !method ? withHeaders(response, { etag: '"one"' }) : undefined,
  },
  {
    description: "a Markdown mirror with different text",
    failingTest: "/* › serves the same Markdown at the Markdown mirror",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/guide/tape-heads.md")
        ? withText(response, `${response.text}more`)
        : undefined,
  },
  {
    description: "a page without links to its Markdown",
    failingTest: "/* › links each page to the documents for agents and to its Markdown mirror",
    message: /service-desc is missing/,
    apply: (response, request) =>
      hasPathPrefix(request, "/guide/tape-heads.html")
        ? withHeaders(response, { link: undefined })
        : undefined,
  },
  {
    description: "Markdown that isn't rate-limited",
    failingTest: "/* › counts a page as Markdown toward the rate limit",
    message: /the header ratelimit/,
    apply: (response) => withHeaders(response, { ratelimit: undefined }),
  },
  {
    description: "an invented Content-Signal in robots.txt",
    failingTest: "/robots.txt › contains the sitemap and the operator's rules only",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/robots.txt")
        ? withText(response, `Content-Signal: ai-train=yes\n${response.text}`)
        : undefined,
  },
  {
    description: "a page missing from the sitemap",
    failingTest: "/sitemap.xml › lists the pages, and each of them exists",
    message: /./,
    apply: (response, request) =>
      hasPathPrefix(request, "/sitemap.xml")
        ? withText(response, response.text.replace(/<url>.*\n/, ""))
        : undefined,
  },
];
