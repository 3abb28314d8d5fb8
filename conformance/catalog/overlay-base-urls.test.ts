import { describe, expect, it } from "vitest";
import { fillUrl } from "../../core/lib/oauth/index.ts";
import { buildRequest } from "../../core/lib/openapi-tools/call/build-request.ts";
import { credentialFields } from "../../core/lib/openapi-tools/credentials/credential-form.ts";
import type { DecryptedConnection } from "../../core/lib/openapi-tools/credentials/decrypted-connection.ts";
import { buildFor, compile, connect, GET } from "./overlay-apps.ts";

describe("base URLs in the overlay", () => {
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
      "salesforce",
      "oauth2",
      { host: "acme.my.salesforce.com" },
      "https://acme.my.salesforce.com/things",
    ],
    ["mailchimp", "oauth2", { dc: "us6" }, "https://us6.api.mailchimp.com/3.0/things"],
    [
      "adyen",
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
    "of %s with %s contain the entered values",
    async (slug, id, entered: Readonly<Record<string, string>>, url) => {
      const app = compile(slug, GET("list_things"));
      const { errors, connection } = connect(app.record, id, entered);
      expect(errors).toEqual([]);
      expect("url" in fillUrl(app.record.base, connection.fields, app.record.baseFields)).toBe(
        true,
      );
      expect((await buildFor(app, "", connection)).url).toBe(url);
    },
  );

  it("of Twilio and QuickBooks contain the account of the connection in the path", async () => {
    const account = `AC${"0".repeat(32)}`;
    const sid = { name: "AccountSid", in: "path", required: true, schema: { type: "string" } };
    const path = "/2010-04-01/Accounts/{AccountSid}/Messages.json";
    const twilio = compile("twilio", GET("list_messages", path, [sid]));
    const entered = { account_sid: account, username: "SK1", password: "secret-1234" };
    const { errors, connection } = connect(twilio.record, "basic", entered);
    expect(errors).toEqual([]);
    expect((await buildFor(twilio, "", connection)).url).toBe(
      `https://twilio.com/api/2010-04-01/Accounts/${account}/Messages.json`,
    );
    const quickbooks = compile("quickbooks");
    const company = connect(quickbooks.record, "oauth2", { realm_id: "123" });
    expect((await buildFor(quickbooks, "get_company", company.connection)).url).toBe(
      "https://quickbooks.api.intuit.com/v3/company/123/companyinfo/123",
    );
  });

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
  ])(
    'of %s reject values of "%s" for another host, both in the form and when stored',
    async (slug, field, values) => {
      const app = compile(slug, GET("list_things"));
      const method = app.record.methods.find((each) =>
        credentialFields(app.record, each).some(({ name }) => name === field),
      );
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
            connection,
            idempotencyKey: "",
          }),
          value,
        ).rejects.toMatchObject({ error: { rule: "base_url" } });
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
        ).toHaveProperty("invalidField");
      }
    },
  );
});
