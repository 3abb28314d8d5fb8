import { describe, expect, it } from "vitest";
import type { FetchOptions } from "../../core/lib/kit/net/fetch.ts";
import { contextOf } from "../../core/lib/openapi-tools/call/index.ts";
import { credentialFields } from "../../core/lib/openapi-tools/credentials/index.ts";
import { contextValues } from "../../core/platform/connections/context/context-values.ts";
import { lookUpContext } from "../../core/platform/connections/context/look-up-context.ts";
import { buildFor, compile, connect, GET } from "./overlay-apps.ts";

/** The name, the method, a response as the app's documentation shows it, and the values in it. */
const RESPONSES: readonly [slug: string, method: string, response: unknown, values: object][] = [
  [
    "xero",
    "oauth2",
    [
      { id: "c1", tenantId: "t1", tenantType: "PRACTICE", tenantName: "Advisors" },
      { id: "c2", tenantId: "t2", tenantType: "ORGANISATION", tenantName: "Acme" },
    ],
    { tenant_id: "t2" },
  ],
  [
    "docusign",
    "oauth2",
    {
      sub: "u1",
      accounts: [
        {
          account_id: "11111111-2222-3333-4444-555555555555",
          is_default: false,
          base_uri: "https://na2.docusign.net",
        },
        {
          account_id: "22222222-2222-3333-4444-555555555555",
          is_default: true,
          base_uri: "https://eu.docusign.net",
        },
      ],
    },
    { account_id: "22222222-2222-3333-4444-555555555555", host: "eu.docusign.net" },
  ],
  [
    "jira",
    "oauth2",
    [
      {
        id: "11111111-2222-3333-4444-555555555555",
        name: "acme",
        url: "https://acme.atlassian.net",
      },
    ],
    { host: "api.atlassian.com/ex/jira/11111111-2222-3333-4444-555555555555" },
  ],
  ["mailchimp", "oauth2", { dc: "us6", accountname: "Acme" }, { dc: "us6" }],
  [
    "basecamp",
    "oauth2",
    {
      identity: { id: 1 },
      accounts: [
        { product: "bcx", id: 8, name: "Old" },
        { product: "bc3", id: 9, name: "Acme" },
      ],
    },
    { account_id: "9" },
  ],
  [
    "harvest",
    "bearer",
    {
      user: { id: 1 },
      accounts: [
        { id: 3, name: "Plans", product: "forecast" },
        { id: 4, name: "Acme", product: "harvest" },
      ],
    },
    { account_id: "4" },
  ],
  [
    "freshbooks",
    "oauth2",
    {
      response: {
        business_memberships: [
          { id: 111, role: "owner", business: { id: 240, name: "Acme", account_id: "ABC1" } },
        ],
      },
    },
    { account_id: "ABC1", business_id: "240" },
  ],
  [
    "gusto",
    "oauth2",
    { scope: "employees:read", resource: { type: "Company", uuid: "c1" } },
    { company_id: "c1" },
  ],
  [
    "zoho_books",
    "oauth2",
    {
      code: 0,
      organizations: [
        { organization_id: "1", name: "Old", is_default_org: false },
        { organization_id: "2", name: "Acme", is_default_org: true },
      ],
    },
    { organization_id: "2" },
  ],
  [
    "zoho_desk",
    "oauth2",
    { data: [{ id: 3981, companyName: "Zylker" }] },
    { organization_id: "3981" },
  ],
  ["asana", "bearer", { data: [{ gid: "12", name: "Acme" }] }, { workspace: "12" }],
  ["clickup", "api_key", { teams: [{ id: "512", name: "Acme" }] }, { team_id: "512" }],
  [
    "bitbucket",
    "oauth2",
    { values: [{ administrator: true, workspace: { slug: "acme" } }] },
    { workspace: "acme" },
  ],
  ["sentry", "bearer", [{ id: "1", slug: "acme", name: "Acme" }], { organization: "acme" }],
  [
    "netlify",
    "oauth2",
    [{ id: "a1", slug: "acme", name: "Acme" }],
    { account_id: "a1", account_slug: "acme" },
  ],
  ["wise", "bearer", [{ id: 14, type: "PERSONAL", fullName: "Ann Lee" }], { profile_id: "14" }],
  [
    "calendly",
    "oauth2",
    {
      resource: {
        uri: "https://api.calendly.com/users/U1",
        name: "Ann",
        current_organization: "https://api.calendly.com/organizations/O1",
      },
    },
    {
      user: "https://api.calendly.com/users/U1",
      organization: "https://api.calendly.com/organizations/O1",
    },
  ],
  ["toggl", "basic", [{ id: 7, name: "Acme" }], { workspace_id: "7" }],
  ["statuspage", "api_key", [{ id: "p1", name: "Acme" }], { page_id: "p1" }],
  [
    "cloudflare",
    "bearer",
    { success: true, result: [{ id: "a1", name: "Acme" }] },
    { account_id: "a1" },
  ],
  [
    "snyk",
    "api_key",
    { orgs: [{ id: "o1", name: "Acme", slug: "acme" }] },
    { organization_id: "o1" },
  ],
  [
    "terraform_cloud",
    "bearer",
    { data: [{ id: "acme", type: "organizations" }] },
    { organization: "acme" },
  ],
  [
    "square",
    "oauth2",
    {
      locations: [
        { id: "L1", name: "Closed", status: "INACTIVE" },
        { id: "L2", name: "Main", status: "ACTIVE" },
      ],
    },
    { location_id: "L2" },
  ],
  ["etsy", "oauth2", { user_id: 4, shop_id: 12 }, { shop_id: "12" }],
  [
    "pagerduty",
    "oauth2",
    { user: { name: "Ann", email: "ann@acme.example" } },
    { email: "ann@acme.example" },
  ],
  [
    "twitch",
    "oauth2",
    { data: [{ id: "141", login: "ann", display_name: "Ann" }] },
    { user_id: "141" },
  ],
  ["twitter", "oauth2", { data: { id: "224", name: "Ann", username: "ann" } }, { user_id: "224" }],
  [
    "linkedin",
    "oauth2",
    { sub: "782bbtaQ", name: "Ann Lee" },
    { person: "urn:li:person:782bbtaQ" },
  ],
  [
    "instagram",
    "oauth2",
    {
      data: [
        { id: "page1" },
        { id: "page2", instagram_business_account: { id: "178", username: "acme" } },
      ],
    },
    { ig_user_id: "178" },
  ],
  ["slack", "oauth2", { ok: true, team: "Acme", team_id: "T1", user_id: "U1" }, { team_id: "T1" }],
  ["google_ads", "oauth2", { resourceNames: ["customers/123"] }, { customer_id: "123" }],
];

const entered: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  etsy: { api_key: "key_12345678" },
  twitch: { client_id: "client_1" },
  google_ads: { developer_token: "dev_12345678" },
};

describe("the context in the overlay", () => {
  it.each(RESPONSES)("of %s with %s is read from the response", async (slug, id, body, values) => {
    const { record } = compile(slug, GET("list_things"));
    const { method, connection } = connect(record, id, { ...entered[slug], username: "ann" });
    const requests: [string, FetchOptions | undefined][] = [];
    const { context } = await lookUpContext(
      {
        async fetch(url, options) {
          requests.push([url, options]);
          return {
            status: 200,
            headers: new Headers(),
            body: { cancel: async () => {} },
            text: async () => JSON.stringify(body),
          };
        },
      },
      { record, connected: connection, entries: contextOf(record, method.id) },
    );
    expect(contextValues(context)).toEqual(values);
    const [[url, options] = ["", undefined]] = requests;
    const [{ from } = { from: "" }] = contextOf(record, method.id);
    const base = from.startsWith("https:") ? "" : record.base;
    expect(decodeURIComponent(url)).toBe(
      `${base}${from}`
        .replace("{host}", new URL(url).host)
        .replace("{dc}", "com")
        .replace("{api_version}", "v23"),
    );
    expect(options).toMatchObject({ redirects: 0 });
  });

  it.each([
    ["quickbooks", "oauth2", { callback: { realmId: "42", code: "c" } }, { realm_id: "42" }],
    ["wrike", "oauth2", { token: { host: "app-eu.wrike.com" } }, { host: "app-eu.wrike.com" }],
    ["wrike", "oauth2", { token: { host: "app-eu.wrike.com.evil.example" } }, {}],
    [
      "pipedrive",
      "oauth2",
      { token: { api_domain: "https://acme.pipedrive.com" } },
      { company: "acme" },
    ],
    [
      "salesforce",
      "oauth2",
      { token: { instance_url: "https://acme.my.salesforce.com" } },
      { host: "acme.my.salesforce.com" },
    ],
    ["salesforce", "oauth2", { token: { instance_url: "https://evil.example" } }, {}],
    ["mailchimp", "basic", { credentials: { password: "0123-456789abc-us21" } }, { dc: "us21" }],
  ])("of %s with %s is read from %j", async (slug, id, sources, values) => {
    const { record } = compile(slug, GET("list_things"));
    const { connection } = connect(record, id, {});
    const { context } = await lookUpContext(
      { fetch: async () => Promise.reject(new Error("Nothing is requested.")) },
      { record, connected: connection, entries: contextOf(record, id), sources },
    );
    expect(contextValues(context)).toEqual(values);
  });

  it.each([
    ["docusign", "oauth2", []],
    ["jira", "oauth2", []],
    ["jira", "basic", ["host", "username", "password"]],
    ["quickbooks", "oauth2", ["host"]],
    ["mailchimp", "oauth2", []],
    ["mailchimp", "basic", ["username", "password"]],
    ["basecamp", "oauth2", []],
    ["harvest", "oauth2", []],
    ["harvest", "bearer", ["token"]],
    ["salesforce", "oauth2", ["host"]],
  ])("of %s leaves users with %s the fields %j", (slug, id, fields) => {
    const { record } = compile(slug, GET("list_things"));
    const method = record.methods.find((each) => each.id === id)!;
    expect(credentialFields(record, method).map(({ name }) => name)).toEqual(fields);
  });

  it("fills a header that every call of Xero has", async () => {
    const app = compile(
      "xero",
      GET("list_things", "/things", [
        { name: "xero-tenant-id", in: "header", required: true, schema: { type: "string" } },
      ]),
    );
    const tool = app.tool("list_things");
    expect(tool.input).toMatchObject({ properties: {} });
    const { connection } = connect(app.record, "oauth2", { tenant_id: "t1" });
    expect((await buildFor(app, "", connection)).headers).toMatchObject({ "xero-tenant-id": "t1" });
  });

  it("has a user of Calendly's lists, unless they are those of an organization", async () => {
    const app = compile("calendly");
    const { connection } = connect(app.record, "bearer", {
      token: "tok_12345678",
      user: "https://api.calendly.com/users/U1",
      organization: "https://api.calendly.com/organizations/O1",
    });
    const urlFor = async (args: Record<string, unknown>) =>
      decodeURIComponent((await buildFor(app, ".list_events", connection, args)).url);
    expect(await urlFor({})).toContain("?user=https://api.calendly.com/users/U1");
    expect(await urlFor({ organization: "o" })).toMatch(/\?organization=o$/);
  });
});
