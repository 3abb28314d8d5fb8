import { at, type Defect, edited, headed, saying } from "./defect.ts";

/** Faults of documents, of pages, and of what holds for every path. */
export const surfaceDefects: readonly Defect[] = [
  {
    defect: "a body on HEAD",
    red: "/llms.txt › answers HEAD with GET's headers and no body",
    says: /HEAD with 200 has a body/,
    plant: (_, { method }) => (method === "HEAD" ? { bytes: new Uint8Array([65]) } : undefined),
  },
  {
    defect: "HEAD without the length that GET has",
    red: "/openapi.json › answers HEAD with GET's headers and no body",
    says: /content-length/,
    plant: (answer, { method }) =>
      method === "HEAD" ? headed(answer, { "content-length": undefined }) : undefined,
  },
  {
    defect: "405 without Allow",
    red: "/openapi.json › answers 405 and says what it allows",
    says: /the header allow/,
    plant: (answer) => headed(answer, { allow: undefined }),
  },
  {
    defect: "an Allow that leaves something out",
    red: "/agent/search › answers 405 and says what it allows",
    says: /the header allow/,
    plant: (answer) => (answer.headers["allow"] ? headed(answer, { allow: "GET" }) : undefined),
  },
  {
    defect: "an ETag that never matches",
    red: "/llms.txt › says with 304 that nothing has changed",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.headers?.["if-none-match"] ? sound.ask({ ...asking, headers: {} }) : undefined,
  },
  {
    defect: "a body in a 304",
    red: "/llms.txt › says with 304 that nothing has changed",
    says: /GET with 304 has a body/,
    plant: (answer) => (answer.status === 304 ? { bytes: new Uint8Array([65]) } : undefined),
  },
  {
    defect: "a wrong Content-Length",
    red: "/healthz › is not kept by anyone",
    says: /Content-Length is 3/,
    plant: (answer) => headed(answer, { "content-length": "3" }),
  },
  {
    defect: "text that is not UTF-8",
    red: "/llms.txt › answers in the media type that it declares",
    says: /not UTF-8/,
    plant: (answer, asking) =>
      at(asking, "/llms.txt")
        ? {
            ...headed(answer, { "content-length": undefined }),
            bytes: new Uint8Array([0xff, 0xfe]),
          }
        : undefined,
  },
  {
    defect: "a published document that is another",
    red: "/openapi.json › is the published document, with this site as its server",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/openapi.json")
        ? edited(answer, (body) => delete body.paths["/agent/search"])
        : undefined,
  },
  {
    defect: "a page that llms.txt links to and that is gone",
    red: "/llms.txt › links to pages that are there",
    says: /tape-heads/,
    plant: (_, asking) => (at(asking, "/guide/tape-heads.md") ? { status: 404 } : undefined),
  },
  {
    defect: "an unknown path answered as HTML",
    red: "/* › answers an unknown path with a problem that says where to look",
    says: /the media type/,
    plant: (answer) =>
      answer.status === 404 ? headed(answer, { "content-type": "text/html" }) : undefined,
  },
  {
    defect: "repeated slashes taken for one",
    red: "/* › takes repeated slashes inside for another path",
    says: /the status/,
    plant: (_, asking, sound) =>
      sound.ask({ ...asking, path: asking.path.replaceAll(/\/+/g, "/") }),
  },
  {
    defect: "a hidden file served",
    red: "/* › does not leave the folder at /.secret.html",
    says: /the status/,
    plant: (_, asking, sound) =>
      at(asking, "/.secret") ? sound.ask({ path: "/guide/" }) : undefined,
  },
  {
    defect: "another host answered for",
    red: "/* › does not answer for a host that is not its own",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.headers?.["host"] ? sound.ask({ ...asking, headers: {} }) : undefined,
  },
  {
    defect: "an operation closed to the pages of other origins",
    red: "/agent/site.json › is open to the pages of any origin, and shows them its headers",
    says: /access-control-allow-origin/,
    plant: (answer) => headed(answer, { "access-control-allow-origin": undefined }),
  },
  {
    defect: "readiness while the pages can't be reached",
    red: "/readyz › is not ready while the pages can't be reached",
    says: /the status/,
    plant: (_, asking, sound) =>
      at(asking, "/readyz") ? sound.ask({ path: "/readyz" }) : undefined,
  },
  {
    defect: "a range that is ignored",
    red: "/* › gives the last bytes alone",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.headers?.["range"] ? sound.ask({ path: asking.path }) : undefined,
  },
  {
    defect: "a path that was asked, in the metrics",
    red: "/metrics › holds nothing that a client has written",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/metrics")
        ? saying(answer, answer.text.replace('route="/*"', 'route="/secret-zzyzx"'))
        : undefined,
  },
  {
    defect: "metrics that Prometheus can't read",
    red: "/metrics › is text that Prometheus reads, kept by no one",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/metrics")
        ? saying(answer, answer.text.replaceAll("{route=", "{route: "))
        : undefined,
  },
  {
    defect: "the agents' rate for a signature that is wrong",
    red: "/agent/search › serves as anyone's, and says why, a signature for another site",
    says: /client/,
    plant: (answer) =>
      answer.headers["signature-outcome"]?.startsWith("invalid")
        ? headed(answer, { ratelimit: '"agent";r=59;t=1' })
        : undefined,
  },
  {
    defect: "a wrong signature of which nothing is said",
    red: "/agent/search › serves as anyone's, and says why, an expiry that is over",
    says: /./,
    plant: (answer) => headed(answer, { "signature-outcome": undefined }),
  },
  {
    defect: "a nonce that is taken twice",
    red: "/agent/search › takes a nonce once",
    says: /./,
    plant: (answer) =>
      answer.headers["signature-outcome"]?.includes("replayed")
        ? headed(answer, { "signature-outcome": 'verified;agent="https://agent.example/keys"' })
        : undefined,
  },
  {
    defect: "another agent known by this one's key",
    red: "/agent/search › serves as anyone's, and says why, another agent's name over one's own key",
    says: /./,
    plant: (answer) =>
      answer.headers["signature-outcome"]?.includes("unknown_key")
        ? headed(answer, { "signature-outcome": 'verified;agent="https://other.example/keys"' })
        : undefined,
  },
  {
    defect: "a private key in the directory",
    red: "/.well-known/http-message-signatures-directory › has the public keys of what the service fetches, and signs them with each",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/.well-known/http-message")
        ? edited(answer, (body) => (body.keys[0].d = "secret"))
        : undefined,
  },
  {
    defect: "a directory that another has signed",
    red: "/.well-known/http-message-signatures-directory › has the public keys of what the service fetches, and signs them with each",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/.well-known/http-message")
        ? headed(answer, { signature: `binding0=:${"A".repeat(86)}==:` })
        : undefined,
  },
  {
    defect: "a script on the support page",
    red: "/support › says whom to write to, for help and for removals, and runs no script",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/support") ? saying(answer, `${answer.text}<script>1</script>`) : undefined,
  },
  {
    defect: "a linkset that is sent as plain JSON",
    red: "/.well-known/api-catalog › answers in the media type that it declares",
    says: /application\/json is none of/,
    plant: (answer, asking) =>
      at(asking, "/.well-known/api-catalog")
        ? headed(answer, { "content-type": "application/json" })
        : undefined,
  },
  {
    defect: "an API catalog that leads to what is gone",
    red: "/.well-known/api-catalog › names the interface and the MCP server, and leads to what answers",
    says: /support/,
    plant: (_, asking) => (at(asking, "/support") ? { status: 404 } : undefined),
  },
  {
    defect: "a skill with another digest than its bytes have",
    red: "/.well-known/agent-skills/index.json › lists the skills with the digests of the bytes that are served",
    says: /sha256:/,
    plant: (answer, asking) =>
      at(asking, "/agent/skills/") ? saying(answer, `${answer.text} `) : undefined,
  },
  {
    defect: "a card of another version than the server's",
    red: "/mcp/server-card › is a card as SEP-2127 has it, and agrees with what the server says of itself",
    says: /9\.9\.9/,
    plant: (answer, asking) =>
      at(asking, "/mcp/server-card")
        ? edited(answer, (card) => (card.version = "9.9.9"))
        : undefined,
  },
  {
    defect: "two cards that differ",
    red: "/.well-known/mcp/server-card.json › has the bytes of the card, where scanners look",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/mcp/server-card") ? saying(answer, `${answer.text} `) : undefined,
  },
  {
    defect: "a document that llms.txt forgets",
    red: "/llms.txt › names every document that the site's description links to",
    says: /auth\.md/,
    plant: (answer, asking) =>
      at(asking, "/llms.txt")
        ? saying(answer, answer.text.replaceAll("/auth.md", "/other.md"))
        : undefined,
  },
  {
    defect: "security.txt without an end",
    red: "/.well-known/security.txt › names a contact, and expires within the year (RFC 9116)",
    says: /NaN/,
    plant: (answer, asking) =>
      at(asking, "/.well-known/security.txt")
        ? saying(answer, answer.text.replace(/^Expires.*\n/m, ""))
        : undefined,
  },
  {
    defect: "metadata of an OAuth that is not there",
    red: "/.well-known/oauth-protected-resource › says that there is no OAuth here, to browsers too",
    says: /the status/,
    plant: (_, asking) =>
      at(asking, "/.well-known/oauth-protected-resource") ? { status: 200 } : undefined,
  },
  {
    defect: "a document that another site may frame",
    red: "/openapi.json › lets a browser run nothing of it",
    says: /content-security-policy/,
    plant: (answer) => headed(answer, { "content-security-policy": undefined }),
  },
  {
    defect: "a checkout created while nobody can be counted",
    red: "/agent/commerce/checkouts › creates nothing while nobody can be counted",
    says: /the status/,
    plant: (_, asking, sound) =>
      asking.method === "POST"
        ? sound.ask({ ...asking, headers: { "content-type": "application/json" } })
        : undefined,
  },
  {
    defect: "Markdown for a person's browser",
    red: "/* › gives a page as text/html for Accept text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8",
    says: /the media type/,
    plant: (answer, { headers }) =>
      headers?.["accept"]?.startsWith("text/html, app")
        ? headed(answer, { "content-type": "text/markdown" })
        : undefined,
  },
  {
    defect: "a page without Vary",
    red: "/* › gives a page as text/markdown for Accept text/markdown",
    says: /the header vary/,
    plant: (answer) => headed(answer, { vary: undefined }),
  },
  {
    defect: "one ETag for both forms of a page",
    red: "/* › has an ETag for each form of a page",
    says: /./,
    plant: (answer, { method }) =>
      answer.headers["etag"] && !method ? headed(answer, { etag: '"one"' }) : undefined,
  },
  {
    defect: "a mirror that is another text",
    red: "/* › has a mirror of a page, which is the same",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/guide/tape-heads.md") ? saying(answer, `${answer.text}more`) : undefined,
  },
  {
    defect: "a page that does not say where its Markdown is",
    red: "/* › says on each page what there is for agents, and where its Markdown is",
    says: /no service-desc/,
    plant: (answer, asking) =>
      at(asking, "/guide/tape-heads.html") ? headed(answer, { link: undefined }) : undefined,
  },
  {
    defect: "Markdown that does not count",
    red: "/* › counts a page as Markdown like an operation",
    says: /the header ratelimit/,
    plant: (answer) => headed(answer, { ratelimit: undefined }),
  },
  {
    defect: "a wish that the operator never had, in robots.txt",
    red: "/robots.txt › names the sitemap, and says what the operator wishes and no more",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/robots.txt")
        ? saying(answer, `Content-Signal: ai-train=yes\n${answer.text}`)
        : undefined,
  },
  {
    defect: "a page that the sitemap leaves out",
    red: "/sitemap.xml › lists the pages, each of which is there",
    says: /./,
    plant: (answer, asking) =>
      at(asking, "/sitemap.xml") ? saying(answer, answer.text.replace(/<url>.*\n/, "")) : undefined,
  },
];
