import { describe, expect, it } from "vitest";
import { buildAuthorizationUrl, resolveScopes } from "../../core/lib/oauth/index.ts";
import { compile, connect, GET } from "./overlay-apps.ts";

describe("OAuth methods in the overlay", () => {
  it("have the entered values in URLs, scopes and parameters", () => {
    const tiktok = connect(compile("tiktok").record, "oauth2", { client_id: "ck_1" });
    expect(tiktok.endpoints().server).toMatchObject({
      authorizationParams: { client_key: "ck_1" },
      tokenParams: { client_key: "ck_1" },
      refreshParams: { client_key: "ck_1" },
    });
    const zoom = connect(compile("zoom", GET("x")).record, "server_to_server", {
      client_id: "c",
      client_secret: "s",
      account_id: "acc_7",
    });
    expect(zoom.endpoints()).toMatchObject({
      token: { url: "https://zoom.us/oauth/token" },
      server: { tokenParams: { grant_type: "account_credentials", account_id: "acc_7" } },
    });
    const auth0 = connect(compile("auth0").record, "client_credentials", {
      domain: "acme.eu.auth0.com",
      client_id: "c",
      client_secret: "s",
    });
    expect(auth0.endpoints()).toMatchObject({
      token: { url: "https://acme.eu.auth0.com/oauth/token" },
      server: { tokenParams: { audience: "https://acme.eu.auth0.com/api/v2/" } },
    });
    const zoho = connect(compile("zoho_crm").record, "oauth2", { dc: "com.au" });
    expect([zoho.endpoints().authorizationUrl, zoho.endpoints().token.url]).toEqual([
      "https://accounts.zoho.com.au/oauth/v2/auth",
      "https://accounts.zoho.com.au/oauth/v2/token",
    ]);
    const dynamics = connect(compile("dynamics_365").record, "oauth2", { org: "acme.crm4" });
    expect(resolveScopes(dynamics.method, undefined, dynamics.fields)).toEqual([
      "offline_access",
      "https://acme.crm4.dynamics.com/user_impersonation",
    ]);
  });

  it("add the provider's parameters, and a scope among them replaces the scopes", () => {
    const basecamp = connect(compile("basecamp").record, "oauth2", { account_id: "9" }).endpoints();
    const authorization = {
      authorizationUrl: basecamp.authorizationUrl!,
      clientId: "c",
      redirectUri: "https://j.example/oauth/callback",
      state: "s",
    };
    expect(buildAuthorizationUrl({ ...authorization, server: basecamp.server, scopes: [] })).toBe(
      "https://launchpad.37signals.com/authorization/new?type=web_server&response_type=code&client_id=c&redirect_uri=https%3A%2F%2Fj.example%2Foauth%2Fcallback&state=s",
    );
    expect(basecamp.server.refreshParams).toEqual({ type: "refresh" });
    expect(
      new URL(
        buildAuthorizationUrl({
          ...authorization,
          server: { authorizationParams: { scope: "https://graph.microsoft.com/.default" } },
          scopes: ["a", "b"],
        }),
      ).searchParams.getAll("scope"),
    ).toEqual(["https://graph.microsoft.com/.default"]);
  });
});
