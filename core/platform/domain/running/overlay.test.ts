import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readOverlay } from "../../../../adapters/catalog/overlay.ts";
import { compileApp } from "../../../index.ts";
import type { AppRecord, HttpBinding, ToolRecord } from "../../../ports/apps.ts";
import {
  credentialFields,
  readCredentialForm,
  splitSecrets,
} from "../../connections/credential-form.ts";
import { resolveOAuthEndpoints, resolveScopes } from "../../connections/oauth-endpoints.ts";
import { type ConnectionClient, toConnected } from "../../connections/secrets.ts";
import type { DecryptedConnection } from "../decrypted-connection.ts";
import { buildAuthorizationUrl } from "../oauth/authorize.ts";
import { fillUrl } from "../oauth/url-template.ts";
import { buildRequest } from "./build-request.ts";
import { secretTexts } from "./credentials.ts";
import { isErrorBody } from "./failure.ts";

const overlay = readOverlay(join(import.meta.dirname, "../../../../adapters/catalog/overlay"));

/** An app as the overlay has it, of its own documents, or of one with these paths where its documents are others'. */
function compile(
  slug: string,
  paths?: object,
): {
  readonly record: AppRecord;
  tool(end: string): ToolRecord & { readonly binding: HttpBinding };
} {
  const overlaid = overlay.apps.get(slug)!;
  const document = paths
    ? {
        openapi: "3.0.3",
        info: { title: slug, version: "1" },
        servers: [{ url: `https://${slug.replaceAll("_", "-")}.com/api` }],
        paths,
      }
    : overlay.own.get(overlaid.documents![0]!);
  const app = compileApp(
    [{ document, source: { origin: "test", document: slug, retrievedAt: "2026-11-21T10:00:00Z" } }],
    { slug, overlay: overlaid },
  );
  if ("refused" in app) throw new Error(app.why);
  return {
    record: app.record,
    tool(end) {
      const tool = app.tools.find(({ name }) => name.endsWith(end));
      if (!tool?.binding)
        throw new Error(`${end} is none of ${app.tools.map(({ name }) => name).join(", ")}`);
      return { ...tool, binding: tool.binding };
    },
  };
}

/** A connection as it is kept once somebody has entered this; OAuth gives the token `tok_12345678`. */
function connect(record: AppRecord, id: string, entered: Readonly<Record<string, string>>) {
  const method = record.methods.find((each) => each.id === id)!;
  const entries = credentialFields(record, method);
  const { values: typed, errors } = readCredentialForm(
    entries,
    new Map(Object.entries(entered).map(([name, value]) => [`f_${name}`, value])),
  );
  const { plain: open, secret } = splitSecrets(entries, method, typed);
  const client: ConnectionClient = {
    id: entered["client_id"] ?? "client_1",
    auth: "body",
    from: "entered",
  };
  const { client_id: _, client_secret: __, ...rest } = secret;
  const connection: DecryptedConnection = toConnected(
    { id: "conn_1", fields: open } as Parameters<typeof toConnected>[0],
    method,
    method.oauth
      ? { values: { ...rest, access_token: "tok_12345678" }, client }
      : { values: secret },
  );
  return {
    errors,
    method,
    open,
    connected: connection,
    place: () => resolveOAuthEndpoints({ fields: open }, method, client, record.baseFields),
  };
}

const buildFor = async (
  { record, tool }: ReturnType<typeof compile>,
  end: string,
  connection: DecryptedConnection,
  args: Record<string, unknown> = {},
) => buildRequest({ record, tool: tool(end), args, connection, idempotencyKey: "run_1" });

const GET = (operationId: string, path = "/things", parameters: readonly object[] = []) => ({
  [path]: { get: { operationId, summary: "Lists them", parameters, responses: {} } },
});
const thing = { name: "q", in: "query", schema: { type: "string" } };

describe("the overlay's addresses", () => {
  it.each([
    [
      "jira",
      "basic",
      { host: "acme.atlassian.net", username: "a@acme.example", password: "token-1234" },
      "https://acme.atlassian.net/things",
    ],
    [
      "jira",
      "oauth2",
      { host: "api.atlassian.com/ex/jira/11111111-2222-3333-4444-555555555555" },
      "https://api.atlassian.com/ex/jira/11111111-2222-3333-4444-555555555555/things",
    ],
    [
      "confluence",
      "oauth2",
      { host: "api.atlassian.com/ex/confluence/11111111-2222-3333-4444-555555555555" },
      "https://api.atlassian.com/ex/confluence/11111111-2222-3333-4444-555555555555/wiki/things",
    ],
    ["zoho_crm", "oauth2", { dc: "com.au" }, "https://www.zohoapis.com.au/crm/v7/things"],
    ["zoho_crm", "oauth2", {}, "https://www.zohoapis.com/crm/v7/things"],
    ["shopify", "oauth2", { shop: "acme" }, "https://acme.myshopify.com/admin/api/2026-07/things"],
    [
      "dynamics_365",
      "oauth2",
      { org: "acme.crm4" },
      "https://acme.crm4.dynamics.com/api/data/v9.2/things",
    ],
    ["basecamp", "oauth2", { account_id: "999" }, "https://3.basecampapi.com/999/things"],
    [
      "adyen_checkout",
      "api_key",
      { host: "acme-checkout-live.adyenpayments.com/checkout", api_key: "key-12345678" },
      "https://acme-checkout-live.adyenpayments.com/checkout/v71/things",
    ],
    [
      "jenkins",
      "basic",
      { host: "ci.acme.example:8443/jenkins", username: "ann", password: "token-1234" },
      "https://ci.acme.example:8443/jenkins/things",
    ],
  ])(
    "of %s by %s hold what was entered",
    async (slug, id, entered: Readonly<Record<string, string>>, url) => {
      const app = compile(slug, GET("list_things"));
      const { errors, open, connected: connection } = connect(app.record, id, entered);
      expect(errors).toEqual([]);
      expect("url" in fillUrl(app.record.base, open, app.record.baseFields)).toBe(true);
      expect((await buildFor(app, "", connection)).url).toBe(url);
    },
  );

  it.each([
    [
      "jira",
      "host",
      [
        "evil.example",
        "acme.atlassian.net.evil.example",
        "acme.atlassian.net/../x",
        "acme.atlassian.net@evil.example",
        "evil.example/acme.atlassian.net",
        "api.atlassian.com/ex/jira/../../x",
      ],
    ],
    ["zoho_crm", "dc", ["evil.example", "com.evil.example", "com/x", "com@evil.example", "com:99"]],
    ["dynamics_365", "org", ["evil.example/", "a.b", "acme.crm4@x"]],
    ["shopify", "shop", ["evil.example/", "a.b", "a#"]],
  ])("of %s are never left by %s, entered or kept", async (slug, field, values) => {
    const app = compile(slug, GET("list_things"));
    const [method] = app.record.methods;
    for (const value of values) {
      expect(connect(app.record, method!.id, { [field]: value }).errors, value).not.toEqual([]);
      const connection: DecryptedConnection = {
        id: "conn_1",
        method: method!,
        fields: { [field]: value },
        secrets: { access_token: "tok_12345678" },
      };
      await expect(
        buildRequest({
          record: app.record,
          tool: { ...app.tool(""), binding: { method: "GET", path: "/x", slots: [] } },
          args: {},
          connection: connection,
          idempotencyKey: "",
        }),
        value,
      ).rejects.toMatchObject({ code: "connection_inactive" });
      expect(
        fillUrl(
          `https://login.${app.record.base.slice("https://".length)}`.replace(
            "login.{host}",
            "{host}",
          ),
          { [field]: value },
          app.record.baseFields,
        ),
        value,
      ).toHaveProperty("wrong");
    }
  });
});

describe("the overlay's sign-ins", () => {
  it("fill what was entered into addresses, scopes and parameters", () => {
    const tiktok = connect(compile("tiktok").record, "oauth2", { client_id: "ck_1" });
    expect(tiktok.place().server).toMatchObject({
      authorizationParams: { client_key: "ck_1" },
      tokenParams: { client_key: "ck_1" },
      refreshParams: { client_key: "ck_1" },
    });
    const zoom = connect(compile("zoom", GET("x")).record, "server_to_server", {
      client_id: "c",
      client_secret: "s",
      account_id: "acc_7",
    });
    expect(zoom.place()).toMatchObject({
      token: { url: "https://zoom.us/oauth/token" },
      server: { tokenParams: { grant_type: "account_credentials", account_id: "acc_7" } },
    });
    const auth0 = connect(compile("auth0").record, "client_credentials", {
      domain: "acme.eu.auth0.com",
      client_id: "c",
      client_secret: "s",
    });
    expect(auth0.place()).toMatchObject({
      token: { url: "https://acme.eu.auth0.com/oauth/token" },
      server: { tokenParams: { audience: "https://acme.eu.auth0.com/api/v2/" } },
    });
    const zoho = connect(compile("zoho_crm").record, "oauth2", { dc: "com.au" });
    expect([zoho.place().authorizationUrl, zoho.place().token.url]).toEqual([
      "https://accounts.zoho.com.au/oauth/v2/auth",
      "https://accounts.zoho.com.au/oauth/v2/token",
    ]);
    const dynamics = connect(compile("dynamics_365").record, "oauth2", { org: "acme.crm4" });
    expect(resolveScopes(dynamics.method, undefined, dynamics.open)).toEqual([
      "offline_access",
      "https://acme.crm4.dynamics.com/user_impersonation",
    ]);
  });

  it("say what the provider wants besides, and a scope of theirs replaces the scopes", () => {
    const basecamp = connect(compile("basecamp").record, "oauth2", { account_id: "9" }).place();
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

describe("the overlay's credentials", () => {
  it.each([
    [
      "shopify",
      "oauth2",
      { shop: "acme" },
      { "x-shopify-access-token": "tok_12345678", authorization: undefined },
    ],
    [
      "shopify",
      "api_key",
      { shop: "acme", access_token: "shpat_1234" },
      { "x-shopify-access-token": "shpat_1234", authorization: undefined },
    ],
    ["zoho_crm", "oauth2", {}, { authorization: "Zoho-oauthtoken tok_12345678" }],
    [
      "etsy",
      "oauth2",
      { api_key: "key:secret" },
      { authorization: "Bearer tok_12345678", "x-api-key": "key:secret" },
    ],
    [
      "harvest",
      "oauth2",
      { account_id: "42" },
      {
        authorization: "Bearer tok_12345678",
        "harvest-account-id": "42",
        "user-agent": "Jackfield",
      },
    ],
    [
      "harvest",
      "bearer",
      { token: "pat_12345678", account_id: "42" },
      { authorization: "Bearer pat_12345678", "harvest-account-id": "42" },
    ],
    [
      "twitch",
      "oauth2",
      { client_id: "ci_1" },
      { authorization: "Bearer tok_12345678", "client-id": "ci_1" },
    ],
    [
      "google_ads",
      "oauth2",
      { developer_token: "dev_12345678" },
      {
        authorization: "Bearer tok_12345678",
        "developer-token": "dev_12345678",
        "login-customer-id": undefined,
      },
    ],
    [
      "google_ads",
      "oauth2",
      { developer_token: "dev_12345678", login_customer_id: "1234567890" },
      { "login-customer-id": "1234567890" },
    ],
    [
      "auth0",
      "bearer",
      { domain: "acme.auth0.com", token: "mgmt_12345678" },
      { authorization: "Bearer mgmt_12345678" },
    ],
  ])(
    "of %s by %s go where its placements say",
    async (slug, id, entered: Readonly<Record<string, string>>, headers: Readonly<
      Record<string, string | undefined>
    >) => {
      const app = compile(slug, GET("x"));
      const { connected: connection } = connect(app.record, id, entered);
      const { headers: sent } = await buildRequest({
        record: app.record,
        tool: { ...app.tool(""), binding: { method: "GET", path: "/x", slots: [] } },
        args: {},
        connection,
        idempotencyKey: "",
      });
      for (const [name, value] of Object.entries(headers)) expect(sent[name], name).toBe(value);
    },
  );

  it("of Stack Exchange go into the query, in the arguments' place", async () => {
    const app = compile(
      "stack_exchange",
      GET("search_things", "/search", [
        thing,
        { name: "key", in: "query", schema: { type: "string" } },
      ]),
    );
    const { connected: connection } = connect(app.record, "oauth2", { key: "k_12345678" });
    expect(Object.keys(app.tool("").input["properties"] as object)).toEqual(["q"]);
    expect((await buildFor(app, "", connection, { q: "x" })).url).toBe(
      "https://api.stackexchange.com/2.3/search?q=x&access_token=tok_12345678&key=k_12345678",
    );
  });

  it("of Telegram stand in the path, are no header besides, and are seen nowhere", async () => {
    const app = compile("telegram", {
      "/sendMessage": {
        post: {
          operationId: "sendMessage",
          summary: "Sends a message",
          responses: {},
          requestBody: {
            content: {
              "application/json": {
                schema: { type: "object", properties: { text: { type: "string" } } },
              },
            },
          },
        },
      },
    });
    const token = "123456:AAE-secret_of_the_bot";
    const { errors, open, connected: connection } = connect(app.record, "api_key", { token });
    expect([errors, open]).toEqual([[], {}]);
    const { url, headers } = await buildFor(app, "", connection, { text: "hello" });
    expect(url).toBe(`https://api.telegram.org/bot${token}/sendMessage`);
    expect(headers).not.toHaveProperty("authorization");
    expect(secretTexts(connection)).toEqual(
      expect.arrayContaining([token, encodeURIComponent(token)]),
    );
    const wrong = await buildFor(app, "", {
      ...connection,
      secrets: { token: "no bot/token" },
    }).catch(({ message }: Error) => message);
    expect(wrong).not.toContain("no bot");
  });

  it.each([
    ["aws_iam", {}, "us-east-1/iam"],
    ["aws_route53", {}, "us-east-1/route53"],
    ["aws_cloudfront", {}, "us-east-1/cloudfront"],
    ["aws_ses", { region: "eu-central-1" }, "eu-central-1/ses"],
    ["aws_eventbridge", {}, "us-east-1/events"],
  ])("of %s sign for the service and the region", async (slug, entered, scope) => {
    const app = compile(slug, GET("list_things"));
    const { connected: connection } = connect(app.record, "sigv4", {
      access_key_id: "AKIAIOSFODNN7EXAMPLE",
      secret_access_key: "wJalrXUtnFEMI",
      ...entered,
    });
    expect((await buildFor(app, "", connection)).headers["authorization"]).toMatch(
      new RegExp(
        `^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/\\d{8}/${scope}/aws4_request, `,
      ),
    );
  });
});

describe("the overlay's tools", () => {
  it("of Slack take no token, which its document has as a header or in the query", async () => {
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
    expect(app.tool("post_message").input).toMatchObject({ properties: { channel: {}, text: {} } });
    expect(app.tool("post_message").input).not.toHaveProperty("required");
    expect(JSON.stringify(app.tool("post_message").input)).not.toContain("token");
    expect(JSON.stringify(app.tool("conversations_list").input)).not.toContain("token");
    expect([
      isErrorBody(app.record, { ok: false, error: "not_in_channel" }),
      isErrorBody(app.record, { ok: true }),
    ]).toEqual([true, false]);
  });

  it("of Stripe send lists and objects in brackets, once by its key", async () => {
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
    const { connected: connection } = connect(app.record, "api_key", { api_key: "rk_1234" });
    const {
      headers,
      body,
      isIdempotent: isOnce,
    } = await buildFor(app, "", connection, {
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
      isOnce,
    ]).toEqual(["Bearer rk_1234", "application/x-www-form-urlencoded", "run_1", true]);
  });

  it("of GraphQL have failed where there are errors, and not where the list of them is empty", () => {
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
