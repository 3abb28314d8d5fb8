import { describe, expect, it } from "vitest";
import { buildRequest } from "../../core/lib/openapi-tools/call/build-request.ts";
import { secretTexts } from "../../core/lib/openapi-tools/credentials/credentials.ts";
import { redactText } from "../../core/lib/redaction/index.ts";
import { buildFor, compile, connect, GET, thing } from "./overlay-apps.ts";

describe("credentials in the overlay", () => {
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
    "of %s with %s are placed as defined",
    async (slug, id, entered: Readonly<Record<string, string>>, headers: Readonly<
      Record<string, string | undefined>
    >) => {
      const app = compile(slug, GET("x"));
      const { connection } = connect(app.record, id, entered);
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

  it("of Stack Exchange are query parameters and replace arguments", async () => {
    const app = compile(
      "stack_exchange",
      GET("search_things", "/search", [
        thing,
        { name: "key", in: "query", schema: { type: "string" } },
      ]),
    );
    const { connection } = connect(app.record, "oauth2", { key: "k_12345678" });
    expect(Object.keys(app.tool("").input["properties"] as object)).toEqual(["q"]);
    expect((await buildFor(app, "", connection, { q: "x" })).url).toBe(
      "https://api.stackexchange.com/2.3/search?q=x&access_token=tok_12345678&key=k_12345678",
    );
  });

  it("of Telegram are part of the path only, and are redacted", async () => {
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
    const { errors, fields, connection } = connect(app.record, "api_key", { token });
    expect([errors, fields]).toEqual([[], {}]);
    const { url, headers } = await buildFor(app, "", connection, { text: "hello" });
    expect(url).toBe(`https://api.telegram.org/bot${token}/sendMessage`);
    expect(headers).not.toHaveProperty("authorization");
    const echoes = `${token} ${encodeURIComponent(token)}`;
    expect(redactText(echoes, secretTexts(connection))).toBe("[hidden] [hidden]");
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
  ])("of %s sign requests for the right service and region", async (slug, entered, scope) => {
    const app = compile(slug, GET("list_things"));
    const { connection } = connect(app.record, "sigv4", {
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
