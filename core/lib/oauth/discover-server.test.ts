import { describe, expect, it } from "vitest";
import { discoverServer } from "./discover-server.ts";
import { createTestFetch } from "./testing.ts";

const SERVER = "https://mcp.acme.io/mcp";
const ISSUER = "https://auth.acme.io";
const RESOURCE = { resource: SERVER, authorization_servers: [ISSUER], scopes_supported: ["read"] };
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  code_challenge_methods_supported: ["S256"],
  scopes_supported: ["everything"],
};
const RESOURCE_URL = "https://mcp.acme.io/.well-known/oauth-protected-resource/mcp";
const METADATA_URL = `${ISSUER}/.well-known/oauth-authorization-server`;

describe("discoverServer", () => {
  it("finds the authorization server of a resource, and its scopes", async () => {
    const { send } = createTestFetch({
      [RESOURCE_URL]: { body: RESOURCE },
      [METADATA_URL]: { body: METADATA },
    });
    expect(await discoverServer(send, SERVER)).toEqual({
      server: {
        issuer: ISSUER,
        authorizationUrl: `${ISSUER}/authorize`,
        tokenUrl: `${ISSUER}/token`,
        resource: SERVER,
        saysIssuer: false,
        scopes: ["read"],
      },
    });
  });

  it("prefers the metadata and scopes that the challenge names, on the server's origin only", async () => {
    const named = "https://mcp.acme.io/metadata";
    const challenge = (metadata: string) => ({
      status: 401,
      headers: { "www-authenticate": `Bearer resource_metadata="${metadata}", scope="write"` },
      body: "",
    });
    const { send } = createTestFetch({
      [SERVER]: challenge(named),
      [named]: { body: RESOURCE },
      [METADATA_URL]: { body: METADATA },
    });
    expect(await discoverServer(send, SERVER)).toMatchObject({ server: { scopes: ["write"] } });
    const foreign = createTestFetch({ [SERVER]: challenge("https://evil.example/metadata") });
    await discoverServer(foreign.send, SERVER);
    expect(foreign.calls.map(({ url }) => url)).not.toContain("https://evil.example/metadata");
  });

  it("treats a server without resource metadata as its own authorization server", async () => {
    const origin = "https://mcp.acme.io";
    const { send } = createTestFetch({
      [`${origin}/.well-known/oauth-authorization-server`]: {
        body: {
          ...METADATA,
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
        },
      },
    });
    expect(await discoverServer(send, SERVER)).toMatchObject({
      server: { issuer: origin, resource: SERVER },
    });
  });

  it.each([
    ["no_tls", "http://mcp.acme.io/mcp", {}],
    ["no_metadata", SERVER, {}],
    ["invalid_metadata", SERVER, { [RESOURCE_URL]: { body: RESOURCE } }],
  ])("reports %s", async (rule, server, responses) => {
    const { send } = createTestFetch(responses);
    expect(await discoverServer(send, server)).toEqual({ error: { rule } });
  });
});
