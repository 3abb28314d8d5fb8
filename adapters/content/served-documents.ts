/** A document or page of a service in endpoints.md, which isn't an operation. */
export interface ServedDocument {
  readonly methods: string;
  readonly path: string;
  readonly description: string;
}

export const SITE_DOCUMENTS: readonly ServedDocument[] = [
  document("/openapi.json", "OpenAPI 3.1 document of this API."),
  document("/llms.txt", "The site for language models: its pages, and how to read them."),
  document(
    "/llms-full.txt",
    "Pages as Markdown in one text, as many as fit into a million characters.",
  ),
  document(
    "/robots.txt",
    "Rules for crawlers. Jackfield adds to the site's own file, or creates one.",
  ),
  document("/sitemap.xml", "The site's own sitemap, or a generated one."),
  document("/sitemap.md", "The pages as Markdown links. The site's own file takes precedence."),
  document("/.well-known/api-catalog", "API catalog (RFC 9727)."),
  document("/.well-known/ard.json", "Agentic resources (ARD 0.91)."),
  document("/.well-known/ai-catalog.json", "The same resources as an AI catalog."),
  document("/mcp/server-card", "MCP server card."),
  document("/.well-known/mcp/server-card.json", "The same MCP server card."),
  document("/auth.md", "Which credentials agents need. The site requires none."),
  document(
    "/.well-known/security.txt",
    "Security contact (RFC 9116), if `SITE_SECURITY_CONTACT` is set.",
  ),
  document("/support", "Contact page for support and removal requests."),
  document("/.well-known/ucp", "Universal Commerce Protocol profile, if the site sells products."),
  document("/.well-known/ucp/2026-08-25", "The same profile at the address of its version."),
  document(
    "/.well-known/acp.json",
    "Agentic Commerce Protocol discovery document, if the site sells products.",
  ),
  document(
    "/.well-known/agent-skills/index.json",
    "Index of agent skills, if the site sells products.",
  ),
  document(
    "/agent/skills/buy-products/SKILL.md",
    "Instructions for buying, step by step, if the site sells products.",
  ),
  document("/checkout/{id}", "Status page of a checkout."),
  {
    methods: "POST",
    path: "/agent/commerce/webhooks/{provider}",
    description: "Receives signed webhooks from the payment provider.",
  },
  document(
    "/.well-known/http-message-signatures-directory",
    "Public keys of Jackfield's own Web Bot Auth signatures, unless `WEB_BOT_AUTH` is off.",
  ),
  document("/healthz", "Liveness. In proxy mode: `/.jackfield/healthz`."),
  document("/readyz", "Readiness. In proxy mode: `/.jackfield/readyz`."),
  document("/metrics", "Prometheus metrics. In proxy mode: `/.jackfield/metrics`."),
  {
    methods: "POST",
    path: "/mcp",
    description: "The MCP server (Streamable HTTP).",
  },
  {
    methods: "POST",
    path: "/agent/commerce/ucp/mcp",
    description: "UCP over MCP, with the tools that UCP defines.",
  },
  document(
    "/*",
    "The site's own pages and files. HTML pages are also available as Markdown: send `Accept: text/markdown`, or request the path with `.md`.",
  ),
];

export const PLATFORM_DOCUMENTS: readonly ServedDocument[] = [
  document("/", "Home page of the platform."),
  document("/openapi.json", "OpenAPI 3.1 document of this API."),
  { methods: "POST", path: "/mcp", description: "The MCP server (Streamable HTTP)." },
  {
    methods: "POST",
    path: "/mcp/k/{key}",
    description:
      "The same MCP server for clients that can't send headers. Treat this URL like a password.",
  },
  document(
    "/.well-known/oauth-protected-resource",
    "Where MCP clients sign in (RFC 9728). Also with the suffix `/mcp`.",
  ),
  document(
    "/.well-known/oauth-authorization-server",
    "The OAuth endpoints for MCP clients (RFC 8414).",
  ),
  {
    methods: "GET, POST",
    path: "/oauth/authorize",
    description: "The page on which a person decides what an MCP client may do.",
  },
  {
    methods: "POST",
    path: "/oauth/token",
    description: "Exchanges a code or a refresh token for tokens.",
  },
  {
    methods: "POST",
    path: "/oauth/register",
    description: "Registers an MCP client (RFC 7591), at most 20 times an hour for each network.",
  },
  { methods: "POST", path: "/oauth/revoke", description: "Revokes a token (RFC 7009)." },
  {
    methods: "GET, POST",
    path: "/connect/{token}",
    description: "The page on which an end user connects an app. Its link works for 15 minutes.",
  },
  document("/oauth/callback", "OAuth redirect URI."),
  {
    methods: "GET, POST",
    path: "/hooks/{address}",
    description: "The address of a webhook trigger.",
  },
  {
    methods: "GET, POST",
    path: "/hooks/app/{app}",
    description:
      "Receives the events of all connections of an OAuth client, such as that of Slack.",
  },
  document("/robots.txt", "Keeps crawlers out."),
  document("/healthz", "Liveness."),
  document("/readyz", "Readiness."),
  document("/metrics", "Prometheus metrics."),
];

function document(path: string, description: string): ServedDocument {
  return { methods: "GET", path, description };
}
