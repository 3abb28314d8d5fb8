import { type Site, serviceUrl } from "../../site.ts";

const CHECKOUTS = `- Checkouts: agents create a checkout without credentials, and the buyer pays on a hosted payment page.
  Anyone who knows the ID of a checkout can read it, so show it only to the buyer
`;

/** Creates the text of /auth.md, which tells agents that the site requires no authentication. */
export const authText = (site: Site, sells: boolean): string => `# auth.md

> ${site.name.replaceAll(/\s+/g, " ").trim()} requires no authentication. It issues no credentials to agents and accepts none.

- Audience: any agent, on behalf of anyone
- Registration: none. There is no registration endpoint, no provisioning endpoint and no account for agents
- Authentication methods: none
- Scopes and permissions: none. All clients have access to the same data
- Credentials in requests: never required and never checked. An \`Authorization\` header only separates the idempotency keys of clients
- OAuth metadata: none. \`/.well-known/oauth-authorization-server\`, \`/.well-known/oauth-protected-resource\` and
  \`/.well-known/openid-configuration\` return 404, because this site has no OAuth

## How to use the site without credentials

- API and rate limits: ${serviceUrl(site, "/agent/site.json")}
- MCP server, without a token: ${serviceUrl(site, "/mcp")}
${sells ? CHECKOUTS : ""}- Support: ${serviceUrl(site, "/support")}

Stay within the limits that the \`RateLimit\` response header states, and send a User-Agent that names your agent.
`;
