import { afterEach, describe, expect, it } from "vitest";
import {
  type RemoteChange,
  type RemoteMcpPlatform,
  startRemoteMcpPlatform,
} from "../fixtures/connections/app-platforms.ts";
import { createAppRecord } from "../fixtures/connections/apps.ts";
import { connectApp, openConnection } from "../fixtures/connections/connect-app.ts";
import { startOAuthProvider } from "../fixtures/connections/oauth-provider.ts";
import { ORIGIN, startTestPlatform } from "../fixtures/connections/test-platform.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startRemote(change?: RemoteChange): Promise<RemoteMcpPlatform> {
  const remote = await startRemoteMcpPlatform(change);
  closers.push(remote.close);
  return remote;
}

describe("a remote MCP server", () => {
  it("is discovered, registers a client, and issues tokens for its own URL", async () => {
    const { server, authority, platform, registrations } = await startRemote();
    const id = await connectApp(platform, "remote");
    const requestsTo = (path: string) =>
      authority.requests.filter(({ url }) => url.pathname === path);
    expect(requestsTo("/register")[0]!.form).toMatchObject({
      redirect_uris: [`${ORIGIN}/oauth/callback`],
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    });
    const resource = `${server.origin}/v1/mcp`;
    expect(Object.fromEntries(requestsTo("/authorize")[0]!.url.searchParams)).toMatchObject({
      client_id: "registered_1",
      resource,
      scope: "mcp:tools",
      code_challenge_method: "S256",
    });
    expect(requestsTo("/token")[0]!.form).toMatchObject({
      resource,
      client_id: "registered_1",
      code_verifier: expect.any(String),
    });
    expect(requestsTo("/token")[0]!.form["client_secret"]).toBeUndefined();
    platform.advance(7_200_000);
    await openConnection(platform, "remote", id);
    expect(requestsTo("/token")[1]!.form).toMatchObject({ grant_type: "refresh_token", resource });
    await connectApp(platform, "remote");
    expect(registrations()).toBe(1);
    await platform.api("DELETE", `/connections/${id}`);
    await expect.poll(() => requestsTo("/revoke").length).toBe(1);
  });

  it("is discovered by its URL if its 401 names no metadata", async () => {
    const { platform } = await startRemote((server) => {
      server.routes["/v1/mcp"] = () => ({ status: 401 });
    });
    await connectApp(platform, "remote");
  });

  it("is its own authorization server if it names none", async () => {
    const { platform } = await startRemote((server) => {
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
    await connectApp(platform, "remote");
  });

  it("registers a new client after its server rejects the old one", async () => {
    const { authority, platform, connect, registrations } = await startRemote();
    const { "/token": token } = authority.routes;
    authority.routes["/token"] = () => ({ status: 401, body: { error: "invalid_client" } });
    expect((await connect()).text).toContain(
      "Remote did not complete the sign-in (invalid_client)",
    );
    authority.routes["/token"] = token!;
    await connectApp(platform, "remote");
    expect(registrations()).toBe(2);
  });

  it.each<[string, RemoteChange, string]>([
    [
      "its metadata is for another resource",
      (server, _, issuer) => {
        server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          body: { resource: "https://other.example/mcp", authorization_servers: [issuer] },
        });
      },
      "has no authorization server metadata",
    ],
    [
      "its authorization server states another issuer",
      (_, authority) => {
        authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
          body: {
            issuer: "https://other.example",
            authorization_endpoint: "https://other.example/a",
            token_endpoint: "https://other.example/t",
          },
        });
      },
      "has no valid metadata",
    ],
    [
      "its authorization server lacks S256",
      (_, authority, issuer) => {
        authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
          body: {
            issuer,
            authorization_endpoint: `${authority.origin}/authorize`,
            token_endpoint: `${authority.origin}/token`,
            code_challenge_methods_supported: ["plain"],
          },
        });
      },
      "lacks PKCE",
    ],
    [
      "its token endpoint has no TLS",
      (_, authority, issuer) => {
        authority.routes["/.well-known/oauth-authorization-server/tenant"] = () => ({
          body: {
            issuer,
            authorization_endpoint: `${authority.origin}/authorize`,
            token_endpoint: "http://10.0.0.7/token",
          },
        });
      },
      "has no valid metadata",
    ],
    [
      "its authorization server rejects client registration",
      (_, authority) => {
        authority.routes["/register"] = () => ({ status: 403, body: { error: "no" } });
      },
      "rejected the client registration (HTTP 403)",
    ],
    [
      "its metadata redirects to a private address",
      (server) => {
        server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          status: 302,
          headers: { location: "http://169.254.169.254/latest/meta-data" },
        });
      },
      "has no authorization server metadata",
    ],
    [
      "its authorization server has a private address",
      (server) => {
        server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          body: {
            resource: `${server.origin}/v1/mcp`,
            authorization_servers: ["https://169.254.169.254/"],
          },
        });
      },
      "has no valid metadata",
    ],
    [
      "its metadata is oversized",
      (server) => {
        server.routes["/.well-known/oauth-protected-resource/v1/mcp"] = () => ({
          body: "[".repeat(2_000_000),
        });
      },
      "has no authorization server metadata",
    ],
  ])("is rejected with an explanation if %s", async (_, change, explanation) => {
    const { connect, platform } = await startRemote(change);
    const page = await connect();
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(explanation)]);
    expect((await platform.api("GET", "/connections?status=pending")).body.total).toBe(1);
  });

  it("can't reach the operator's network, even at origins that other apps may use", async () => {
    const internal = await startOAuthProvider();
    closers.push(internal.close);
    const app = createAppRecord(
      "remote",
      [{ id: "mcp_oauth", type: "mcp_oauth", fields: [], from: "overlay" }],
      { kind: "mcp", base: `${internal.origin.replace("127.0.0.1", "localhost")}/mcp` },
    );
    const platform = await startTestPlatform([app], { allowedOrigins: [internal.origin] });
    closers.push(platform.close);
    const { body } = await platform.api("POST", "/apps/remote/connect", {});
    const browser = platform.openBrowser();
    expect((await browser.submit(await browser.open(body.url))).text).toContain(
      "has no authorization server metadata",
    );
    expect(internal.requests).toEqual([]);
  });

  it("rejects a response with another issuer", async () => {
    const { platform } = await startRemote((_, authority) => {
      const { "/authorize": authorize } = authority.routes;
      authority.routes["/authorize"] = async (request) => {
        const reply = await authorize!(request);
        return {
          ...reply,
          headers: { location: `${reply.headers!["location"]}&iss=https%3A%2F%2Fevil.example` },
        };
      };
    });
    const { body } = await platform.api("POST", "/apps/remote/connect", {});
    const browser = platform.openBrowser();
    expect((await browser.submit(await browser.open(body.url))).text).toContain(
      "did not come from the authorization server of",
    );
  });
});
