import { describe, expect, it } from "vitest";
import { buildAuthorizationUrl, resolveScopes } from "../../core/lib/oauth/index.ts";
import { isErrorBody } from "../../core/lib/openapi-tools/result/failure.ts";
import { buildFor, compile, connect, GET, thing } from "./overlay-apps.ts";

describe("tools of apps in the overlay", () => {
  it("of Slack have no token argument, although the document declares one", async () => {
    const token = (location: string, required: boolean) => ({
      name: "token",
      in: location,
      required,
      schema: { type: "string" },
    });
    const form = {
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: {
              token: { type: "string" },
              channel: { type: "string" },
              text: { type: "string" },
            },
          },
        },
      },
    };
    const app = compile("slack", {
      ...GET("conversations_list", "/conversations.list", [token("query", false), thing]),
      ...GET("api_test", "/api.test"),
      "/chat.postMessage": {
        post: {
          operationId: "chat_postMessage",
          summary: "Posts",
          parameters: [token("header", true)],
          requestBody: form,
          responses: {},
        },
      },
    });
    expect(app.tool("send_message").input).toMatchObject({
      properties: { channel: {}, text: {} },
      required: ["channel", "text"],
    });
    expect(JSON.stringify(app.tool("send_message").input)).not.toContain("token");
    expect(JSON.stringify(app.tool("list_channels").input)).not.toContain("token");
    expect([
      isErrorBody(app.record, { ok: false, error: "not_in_channel" }),
      isErrorBody(app.record, { ok: true }),
    ]).toEqual([true, false]);
  });

  it("of Stripe encode lists and objects with brackets and send an idempotency key", async () => {
    const deep = { style: "deepObject", explode: true };
    const schema = {
      type: "object",
      properties: {
        email: { type: "string" },
        expand: { type: "array", items: { type: "string" } },
        metadata: { type: "object", additionalProperties: { type: "string" } },
        items: {
          type: "array",
          items: { type: "object", properties: { price: { type: "string" } } },
        },
      },
    };
    const app = compile("stripe", {
      "/v1/customers": {
        post: {
          operationId: "PostCustomers",
          summary: "Creates one",
          responses: {},
          requestBody: {
            content: {
              "application/x-www-form-urlencoded": {
                schema,
                encoding: { expand: deep, metadata: deep, items: deep },
              },
            },
          },
        },
      },
    });
    const { connection } = connect(app.record, "api_key", { api_key: "rk_1234" });
    const { headers, body, isIdempotent } = await buildFor(app, "", connection, {
      email: "a@b.example",
      expand: ["tax", "sources"],
      metadata: { order: "7" },
      items: [{ price: "p_1" }],
    });
    expect(decodeURIComponent(body as string)).toBe(
      "email=a@b.example&expand[0]=tax&expand[1]=sources&metadata[order]=7&items[0][price]=p_1",
    );
    expect([
      headers["authorization"],
      headers["content-type"],
      headers["idempotency-key"],
      isIdempotent,
    ]).toEqual(["Bearer rk_1234", "application/x-www-form-urlencoded", "run_1", true]);
  });

  it("of GraphQL fail if the list of errors is not empty", () => {
    const { record } = compile("cloudflare");
    expect(
      [{ errors: [] }, { errors: null }, { success: true, errors: [] }].map((data) =>
        isErrorBody(record, data),
      ),
    ).toEqual([false, false, false]);
    expect(
      [{ errors: [{ message: "no" }] }, { success: false }].map((data) =>
        isErrorBody(record, data),
      ),
    ).toEqual([true, true]);
  });
});

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
