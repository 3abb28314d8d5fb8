import { describe, expect, it } from "vitest";
import { createArgumentsCheck } from "../../core/lib/openapi-tools/call/index.ts";
import { buildFor, compile, connect } from "./overlay-apps.ts";

/** A call of a tool as a model makes it, and the request that the vendor documents. */
interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly request: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The method and the values of the connection. An OAuth token by default. */
  readonly method?: string;
  readonly entered?: Record<string, string>;
}

const INCIDENT = { short_description: "Email is down", urgency: "1" };

const calls: readonly Call[] = [
  {
    tool: "todoist.create_task",
    args: { content: "Buy milk", due_string: "tomorrow" },
    request: "POST https://api.todoist.com/api/v1/tasks",
    body: { content: "Buy milk", due_string: "tomorrow" },
  },
  {
    tool: "zendesk.update_ticket",
    args: { ticket_id: 7, ticket: { status: "solved", comment: { body: "Done.", public: true } } },
    entered: { subdomain: "acme" },
    request: "PUT https://acme.zendesk.com/api/v2/tickets/7",
    body: { ticket: { status: "solved", comment: { body: "Done.", public: true } } },
  },
  {
    tool: "zendesk.update_tickets",
    args: { ids: "1,2", ticket: { status: "solved" } },
    entered: { subdomain: "acme" },
    request: "PUT https://acme.zendesk.com/api/v2/tickets/update_many?ids=1%2C2",
    body: { ticket: { status: "solved" } },
  },
  {
    tool: "pipedrive.add_deal_product",
    args: { id: 1, product_id: 2, item_price: 9.5, quantity: 3 },
    request: "POST https://api.pipedrive.com/api/v2/deals/1/products",
    body: { product_id: 2, item_price: 9.5, quantity: 3 },
  },
  {
    tool: "salesforce.create_event",
    args: { subject: "Demo", start: "2026-12-01T15:00:00Z", end: "2026-12-01T16:00:00Z" },
    entered: { host: "acme.my.salesforce.com" },
    request: "POST https://acme.my.salesforce.com/services/data/v62.0/sobjects/Event",
    body: {
      Subject: "Demo",
      StartDateTime: "2026-12-01T15:00:00Z",
      EndDateTime: "2026-12-01T16:00:00Z",
    },
  },
  {
    tool: "shopify.adjust_inventory_level",
    args: { inventory_item_id: 1, location_id: 2, available_adjustment: -3 },
    entered: { shop: "acme" },
    request: "POST https://acme.myshopify.com/admin/api/2026-07/inventory_levels/adjust.json",
    body: { inventory_item_id: 1, location_id: 2, available_adjustment: -3 },
  },
  {
    tool: "servicenow.create_incident",
    args: { ...INCIDENT, fields: { contact_type: "phone" } },
    method: "basic",
    entered: { instance: "acme", username: "ada", password: "password-1" },
    request: "POST https://acme.service-now.com/api/now/table/incident",
    body: { ...INCIDENT, contact_type: "phone" },
  },
  {
    tool: "reddit.create_comment",
    args: { thing_id: "t3_abc", text: "Thanks!" },
    request: "POST https://oauth.reddit.com/api/comment?api_type=json",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "text=Thanks!&thing_id=t3_abc",
  },
  {
    tool: "pagerduty.snooze_incident",
    args: { id: "PT4KHLK", From: "ada@example.com", duration: 3600 },
    request: "POST https://api.pagerduty.com/incidents/PT4KHLK/snooze",
    headers: { accept: "application/vnd.pagerduty+json;version=2", from: "ada@example.com" },
    body: { duration: 3600 },
  },
  {
    tool: "zoho_crm.create_lead",
    args: { last_name: "Lovelace", company: "Acme", fields: { City: "London" } },
    request: "POST https://www.zohoapis.com/crm/v7/Leads",
    headers: { authorization: "Zoho-oauthtoken tok_12345678" },
    body: { data: [{ City: "London", Last_Name: "Lovelace", Company: "Acme" }] },
  },
  {
    tool: "paypal.record_invoice_payment",
    args: { invoice_id: "INV2-1", method: "CASH", amount: { currency_code: "USD", value: "9.00" } },
    method: "client_credentials",
    entered: { client_id: "id-12345678", client_secret: "secret-1234" },
    request: "POST https://api-m.paypal.com/v2/invoicing/invoices/INV2-1/payments",
    body: { method: "CASH", amount: { currency_code: "USD", value: "9.00" } },
  },
  {
    tool: "quickbooks.void_invoice",
    args: { Id: "145", SyncToken: "0" },
    entered: { realm_id: "123" },
    request: "POST https://quickbooks.api.intuit.com/v3/company/123/invoice?operation=void",
    body: { Id: "145", SyncToken: "0" },
  },
  {
    tool: "okta.set_temporary_password",
    args: { userId: "00u1" },
    entered: { domain: "acme.okta.com" },
    request:
      "POST https://acme.okta.com/api/v1/users/00u1/lifecycle/expire_password?tempPassword=true",
  },
  {
    tool: "pandadoc.add_recipient",
    args: { id: "doc_1", contact_id: "contact_1" },
    request: "POST https://api.pandadoc.com/public/v1/documents/doc_1/recipients",
    body: { id: "contact_1", kind: "contact" },
  },
  {
    tool: "smartsheet.add_rows",
    args: { sheetId: "1", body: [{ toBottom: true, cells: [{ columnId: 2, value: "Ship" }] }] },
    request: "POST https://api.smartsheet.com/2.0/sheets/1/rows",
    body: [{ toBottom: true, cells: [{ columnId: 2, value: "Ship" }] }],
  },
];

describe("requests of popular apps with their own document", () => {
  it.each(calls)("$tool sends what the vendor documents", async (call) => {
    const { tool, args, request, body, headers = {}, method = "oauth2", entered = {} } = call;
    const [slug = "", name = ""] = tool.split(".");
    const app = compile(slug);
    const compiled = app.tool(`.${name}`);
    expect(createArgumentsCheck(compiled)(args)).toEqual([]);
    const { errors, connection } = connect(app.record, method, entered);
    expect(errors).toEqual([]);
    const sent = await buildFor(app, `.${name}`, connection, args);
    expect(`${sent.method} ${sent.url}`).toBe(request);
    for (const [header, value] of Object.entries(headers)) expect(sent.headers[header]).toBe(value);
    if (typeof body === "string") expect(sent.body).toBe(body);
    else if (body === undefined) expect(sent.body).toBeUndefined();
    else {
      expect(sent.headers["content-type"]).toBe("application/json");
      expect(JSON.parse(sent.body as string)).toEqual(body);
    }
  });
});

describe("requests of popular apps whose document is elsewhere", () => {
  const post = (operationId: string) => ({ post: { operationId, summary: "Send", responses: {} } });

  it("of SendGrid have the recipients and the texts in their places", async () => {
    const app = compile("sendgrid", { "/mail/send": post("send_mail") });
    const { connection } = connect(app.record, "api_key", { api_key: "SG.12345678" });
    const args = { to: [{ email: "ada@example.com" }], from: "me@example.com", subject: "Hi" };
    const { body } = await buildFor(app, ".send_mail", connection, { ...args, text: "Hello" });
    expect(JSON.parse(body as string)).toEqual({
      personalizations: [{ to: [{ email: "ada@example.com" }] }],
      from: { email: "me@example.com" },
      subject: "Hi",
      content: [{ type: "text/plain", value: "Hello" }],
    });
  });

  it("of Slack have the members of a status in the profile", async () => {
    const app = compile("slack", { "/users.profile.set": post("users_profile_set") });
    const { connection } = connect(app.record, "oauth2", {});
    const args = { status_text: "On vacation", status_emoji: ":palm_tree:" };
    const { body } = await buildFor(app, ".set_profile", connection, args);
    expect(JSON.parse(body as string)).toEqual({ profile: args });
  });

  it("of Notion have one version, also if the document has it as an argument", async () => {
    const version = { name: "Notion-Version", in: "header", required: true };
    const id = { name: "page_id", in: "path", required: true };
    const schema = { type: "string" };
    const parameters = [
      { ...id, schema },
      { ...version, schema },
    ];
    const get = { operationId: "read", summary: "Read", parameters, responses: {} };
    const app = compile("notion", { "/v1/pages/{page_id}/markdown": { get } });
    expect(app.tool("").input["required"]).toEqual(["page_id"]);
    const { connection } = connect(app.record, "bearer", { token: "ntn_12345678" });
    const { headers } = await buildFor(app, "", connection, { page_id: "p1" });
    expect(headers["notion-version"]).toBe("2026-03-11");
  });
});
