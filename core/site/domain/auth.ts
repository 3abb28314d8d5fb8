import { type Site, serviceUrl } from "./site.ts";

/** The text of /auth.md: that there is nothing to authenticate with, and what there is instead. */
export const authText = (site: Site): string => `# auth.md

> Nothing on ${site.name.replaceAll(/\s+/g, " ").trim()} asks agents to authenticate: no credential exists, none is offered, and none is accepted.

- Audience: any agent, on behalf of anyone
- Registration: none. There is no registration endpoint, no provisioning endpoint, and no account that an agent could have
- Ways to authenticate: none
- Scopes and permissions: none. Everything that is served is open to everyone, and the same for everyone
- Credentials that are sent all the same: read by nobody. A client that sends an \`Authorization\` header is counted by it, never let in by it
- OAuth metadata: none, on purpose. \`/.well-known/oauth-authorization-server\`, \`/.well-known/oauth-protected-resource\` and
  \`/.well-known/openid-configuration\` answer 404, because there is no OAuth here

## Instead

- What is served, and how much may be asked: ${serviceUrl(site, "/agent/site.json")}
- The same as an MCP server, which asks for no token either: ${serviceUrl(site, "/mcp")}
- Buying, where something is for sale: an agent opens a checkout without a credential, and the buyer pays on a hosted page.
  The checkout's id is all that reads it; show it to nobody but the buyer
- A person to write to: ${serviceUrl(site, "/support")}

Stay within the rate that answers tell in \`RateLimit\`, and send a User-Agent that names your agent.
`;
