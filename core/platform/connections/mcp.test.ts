import { afterEach, describe, expect, it } from "vitest";
import { createAppRecord } from "../../../conformance/fixtures/connections/apps.ts";
import {
  connectApp,
  openConnection,
} from "../../../conformance/fixtures/connections/connect-app.ts";
import {
  type OAuthProvider,
  startOAuthProvider,
} from "../../../conformance/fixtures/connections/oauth-provider.ts";
import {
  ORIGIN,
  startTestPlatform,
} from "../../../conformance/fixtures/connections/test-platform.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const REALM = 'Bearer realm="mcp"';

/** A remote MCP server at `/v1/mcp`, and its authorization server of another origin, with a path in its issuer. */
async function remote(
  change: (server: OAuthProvider, authority: OAuthProvider, issuer: string) => void = () => {},
) {
  const [server, authority] = [await startOAuthProvider(), await startOAuthProvider()];
  closers.push(server.close, authority.close);
  const issuer = `${authority.origin}/tenant`;
  let registered = 0;
  server.routes["/v1/mcp"] = () => ({
    status: 401,
    headers: {
      "www-authenticate": `${REALM}, resource_metadata="${server.origin}/.well-known/oauth-protected-resource/v1/mcp", scope="mcp:tools"`,
    },
  });
  server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
    body: {
      resource: `${server.origin}/v1/mcp`,
      authorization_servers: [issuer],
      scopes_supported: ["other"],
    },
  });
  authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
    body: {
      issuer,
      authorization_endpoint: `${authority.origin}/authorize`,
      token_endpoint: `${authority.origin}/token`,
      registration_endpoint: `${authority.origin}/register`,
      revocation_endpoint: `${authority.origin}/revoke`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      response_types_supported: ["code"],
    },
  });
  authority.routes["/register"] = () => ({
    status: 201,
    body: { client_id: `registered_${++registered}`, token_endpoint_auth_method: "none" },
  });
  change(server, authority, issuer);
  const app = createAppRecord(
    "remote",
    [{ id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "overlay" }],
    { kind: "mcp", base: `${server.origin}/v1/mcp` },
  );
  const rig = await startTestPlatform([app], { allowedOrigins: [server.origin, authority.origin] });
  closers.push(rig.close);
  const connect = async () => {
    const { body } = await rig.api("POST", "/apps/remote/connect", {});
    const browser = rig.openBrowser();
    return browser.submit(await browser.open(body.url));
  };
  return { server, authority, issuer, rig, tried: connect, registrations: () => registered };
}

describe("a remote MCP server", () => {
  it("is connected without a client of anyone's: it is found, registered with, and asked for tokens for itself alone", async () => {
    const { server, authority, rig, registrations } = await remote();
    const id = await connectApp(rig, "remote");
    const at = (path: string) => authority.requests.filter(({ url }) => url.pathname === path);
    expect(at("/register")[0]!.form).toMatchObject({
      redirect_uris: [`${ORIGIN}/oauth/callback`],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    });
    const resource = `${server.origin}/v1/mcp`;
    expect(Object.fromEntries(at("/authorize")[0]!.url.searchParams)).toMatchObject({
      client_id: "registered_1",
      resource,
      scope: "mcp:tools",
      code_challenge_method: "S256",
    });
    expect(at("/token")[0]!.form).toMatchObject({
      resource,
      client_id: "registered_1",
      code_verifier: expect.any(String),
    });
    expect(at("/token")[0]!.form["client_secret"]).toBeUndefined();
    rig.advance(7_200_000);
    await openConnection(rig, "remote", id);
    expect(at("/token")[1]!.form).toMatchObject({ grant_type: "refresh_token", resource });
    await connectApp(rig, "remote");
    expect(registrations()).toBe(1);
    await rig.api("DELETE", `/connections/${id}`);
    await expect.poll(() => at("/revoke").length).toBe(1);
  });

  it("says where it is by its address, without a word in its refusal", async () => {
    const { rig } = await remote((server) => (server.routes["/v1/mcp"] = () => ({ status: 401 })));
    await connectApp(rig, "remote");
  });

  it("is its own authorization server where it names none", async () => {
    const { rig } = await remote((server) => {
      delete server.routes["/.well-known/oauth-protected-resource/v1/mcp"];
      server.routes["/v1/mcp"] = () => ({ status: 401 });
      server.routes["/.well-known/oauth-authorization-server"] = () => ({
        body: {
          issuer: server.origin,
          authorization_endpoint: `${server.origin}/authorize`,
          token_endpoint: `${server.origin}/token`,
          registration_endpoint: `${server.origin}/register`,
        },
      });
      server.routes["/register"] = () => ({ status: 201, body: { client_id: "own" } });
    });
    await connectApp(rig, "remote");
  });

  it("registers anew once its server knows the client no more", async () => {
    const { authority, rig, tried: connect, registrations } = await remote();
    const { "/token": token } = authority.routes;
    authority.routes["/token"] = () => ({ status: 401, body: { error: "invalid_client" } });
    expect((await connect()).text).toContain(
      "Remote did not complete the sign-in (invalid_client)",
    );
    authority.routes["/token"] = token!;
    await connectApp(rig, "remote");
    expect(registrations()).toBe(2);
  });

  it.each<[string, Parameters<typeof remote>[0], string]>([
    [
      "metadata of another resource",
      (server, _, issuer) =>
        (server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          body: { resource: "https://other.example/mcp", authorization_servers: [issuer] },
        })),
      "has no authorization server metadata",
    ],
    [
      "an authorization server that calls itself something else",
      (_, authority) =>
        (authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
          body: {
            issuer: "https://other.example",
            authorization_endpoint: "https://other.example/a",
            token_endpoint: "https://other.example/t",
          },
        })),
      "has no valid metadata",
    ],
    [
      "one without S256",
      (_, authority, issuer) =>
        (authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
          body: {
            issuer,
            authorization_endpoint: `${authority.origin}/authorize`,
            token_endpoint: `${authority.origin}/token`,
            code_challenge_methods_supported: ["plain"],
          },
        })),
      "lacks PKCE",
    ],
    [
      "a token endpoint without TLS",
      (_, authority, issuer) =>
        (authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
          body: {
            issuer,
            authorization_endpoint: `${authority.origin}/authorize`,
            token_endpoint: "http://10.0.0.7/token",
          },
        })),
      "has no valid metadata",
    ],
    [
      "one that takes no clients",
      (_, authority) =>
        (authority.routes["/register"] = () => ({ status: 403, body: { error: "no" } })),
      "rejected the client registration (HTTP 403)",
    ],
    [
      "metadata that leads to a private address",
      (server) =>
        (server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          status: 302,
          headers: { location: "http://169.254.169.254/latest/meta-data" },
        })),
      "has no authorization server metadata",
    ],
    [
      "an authorization server at a private address",
      (server) =>
        (server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          body: {
            resource: `${server.origin}/v1/mcp`,
            authorization_servers: ["https://169.254.169.254/"],
          },
        })),
      "has no valid metadata",
    ],
    [
      "metadata without an end",
      (server) =>
        (server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          body: "[".repeat(2_000_000),
        })),
      "has no authorization server metadata",
    ],
  ])("is not connected by %s, and the page says why", async (_, change, words) => {
    const { tried: connect, rig } = await remote(change);
    const page = await connect();
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(words)]);
    expect((await rig.api("GET", "/connections")).body.data[0].status).toBe("pending");
  });

  it("leads from outside to nothing in the operator's own network, even what the operator's apps may reach", async () => {
    const internal = await startOAuthProvider();
    closers.push(internal.close);
    const app = createAppRecord(
      "remote",
      [{ id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "overlay" }],
      { kind: "mcp", base: `${internal.origin.replace("127.0.0.1", "localhost")}/mcp` },
    );
    const rig = await startTestPlatform([app], { allowedOrigins: [internal.origin] });
    closers.push(rig.close);
    const { body } = await rig.api("POST", "/apps/remote/connect", {});
    const browser = rig.openBrowser();
    expect((await browser.submit(await browser.open(body.url))).text).toContain(
      "has no authorization server metadata",
    );
    expect(internal.requests).toEqual([]);
  });

  it("is not connected by the answer of another server than the one asked", async () => {
    const { rig } = await remote((_, authority) => {
      const { "/authorize": authorize } = authority.routes;
      authority.routes["/authorize"] = async (got) => {
        const reply = await authorize!(got);
        return {
          ...reply,
          headers: { location: `${reply.headers!["location"]}&iss=https%3A%2F%2Fevil.example` },
        };
      };
    });
    const { body } = await rig.api("POST", "/apps/remote/connect", {});
    const browser = rig.openBrowser();
    expect((await browser.submit(await browser.open(body.url))).text).toContain(
      "did not come from the authorization server of",
    );
  });
});
