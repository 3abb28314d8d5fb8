import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { REMEDIES } from "../../core/platform/account/activity/run.ts";
import { table as platformTable } from "../../generated/platform/operations.ts";
import { createAppRecord, createOAuthMethod, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";

let app: Awaited<ReturnType<typeof startUpstream>>;
let respond: Parameters<typeof startUpstream>[0];
let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  respond = respondJson({ notes: [{ id: 1, text: '<img src=x onerror="x()">' }] });
  app = await startUpstream((request, response) => respond(request, response));
  const readOnly = { readOnly: true, destructive: false, idempotent: true, openWorld: true };
  const tools = [
    createTool(
      { path: "/notes", slots: [{ argument: "limit", in: "query", name: "limit", style: "form" }] },
      {
        name: "notes.list",
        title: "List notes",
        annotations: readOnly,
        auth: ["api_key"],
        check: { level: "matches_client", client: { name: "@notes/client", version: "1.2.3" } },
        input: {
          type: "object",
          properties: { limit: { type: "integer", maximum: 10 } },
          required: ["limit"],
          additionalProperties: false,
        },
      },
    ),
    createTool(
      { path: "/tags" },
      {
        name: "notes.tag",
        title: "Tag notes",
        annotations: readOnly,
        auth: ["api_key"],
        input: {
          type: "object",
          properties: { name: { type: "string" }, access_token: { type: "string" } },
        },
      },
    ),
    createTool(
      { method: "POST", path: "/notes" },
      { name: "notes.add", title: "Add a note", auth: ["api_key"] },
    ),
  ];
  account = await startTestAccount({
    catalog: createCatalog(
      [
        createAppRecord("notes", [keyMethod], {
          base: app.origin,
          tools: 2,
          mark: "M0 0h24v24z",
          checks: { matches_client: 1, matches_example: 0, known_endpoint: 0, refuted: 0 },
        }),
        createAppRecord("lonely", [createOAuthMethod("https://auth.example")], {
          categories: ["crm"],
        }),
        createAppRecord("desk", [keyMethod], {
          base: app.origin,
          categories: ["support"],
          context: [
            { name: "team", label: "Team", from: "/teams", values: { team: "/id" }, text: "/name" },
          ],
        }),
      ],
      tools,
    ),
    allowedOrigins: [app.origin],
  });
  owner = await account.setUp();
});
afterEach(async () => {
  await account.close();
  await app.close();
});

const read = async (path: string): Promise<string> => (await owner.request("GET", path)).text();

/** Connects the app on the pages of its connect link. */
async function connect(slug: string): Promise<void> {
  const begun = await owner.form(`/integrations/${slug}/connect`, {
    auth_method: "api_key",
    return_url: `${account.origin}/integrations/${slug}`,
  });
  expect(begun.status).toBe(303);
  const { pathname } = new URL(begun.headers.get("location")!);
  await owner.request("GET", pathname);
  const connected = await owner.form(pathname, { method: "api_key", f_key: "sk_1" });
  expect(await connected.text()).not.toContain("Error");
}

const connectNotes = () => connect("notes");

describe("the page of integrations", () => {
  it("lists the apps with their marks, and says which are ready", async () => {
    const text = await read("/integrations");
    expect(text).toContain("M0 0h24v24z");
    expect(text).toMatch(/Notes[\s\S]*Ready/);
    expect(text).toMatch(/Lonely[\s\S]*Needs your OAuth client/);
  });

  it("searches apps, and says if none matches", async () => {
    expect(await read("/integrations?q=lonely")).not.toContain("/integrations/notes");
    const text = await read("/integrations?q=zzzz+boats");
    expect(text).toContain("No app matches “zzzz boats”");
    expect(text).toContain('href="/integrations/add?id=zzzz_boats"');
    expect(await read("/integrations/add?id=zzzz_boats")).toContain('value="zzzz_boats"');
    expect(await read("/integrations?q=nottes")).toContain('href="/integrations/notes"');
  });

  it("filters apps by category, and counts them", async () => {
    const text = await read("/integrations");
    expect(text).toMatch(/category=notes#apps">Notes <span>1</);
    const filtered = await read("/integrations?category=crm");
    expect(filtered).toContain('category=crm#apps" aria-current="true">CRM');
    expect(filtered).toContain('href="/integrations/lonely"');
    expect(filtered).not.toContain('href="/integrations/notes"');
    const both = await read("/integrations?category=crm&q=notes");
    expect(both).not.toContain('href="/integrations/notes"');
    expect(both).toContain('name="category" value="crm"');
    expect(await read("/integrations?category=%22%3E%3Cimg%3E")).not.toContain('"><img>');
  });

  it("lists connections before the apps", async () => {
    await connectNotes();
    const text = await read("/integrations");
    expect(text.indexOf("Connected")).toBeLessThan(text.indexOf("All apps"));
    expect(text).toContain("Active");
  });
});

describe("the page of an app", () => {
  it("says how many tools were checked, and by which client", async () => {
    const text = await read("/integrations/notes");
    expect(text).toContain(
      "1 send what the vendor's client sends\n<br>1 were only read from documents",
    );
    expect(text.match(/Checked against @notes\/client 1\.2\.3/g)).toHaveLength(1);
  });

  it("leads to the sign-in server whose OAuth client it needs", async () => {
    const text = await read("/integrations/lonely");
    expect(text).toContain("Lonely needs an OAuth client of lonely.example.");
    expect(text).toContain('href="/sign-in-servers/auth.example"');
    expect(text).not.toContain("/integrations/lonely/connect");
    const member = await account.addMember("Ben");
    const seen = await (await member.request("GET", "/integrations/lonely")).text();
    expect(seen).toContain("Ask an owner");
    expect(seen).not.toContain("/sign-in-servers");
  });

  it("stores and deletes an OAuth client for one app only", async () => {
    const path = "/integrations/lonely/client";
    account.advance(1000);
    const saved = await owner.form(path, { client_id: "client_1", client_secret: "canary_1" });
    expect(saved.headers.get("location")).toBe("/integrations/lonely#client");
    const text = await read("/integrations/lonely");
    expect(text).toContain('action="/integrations/lonely/connect"');
    expect(text).toContain('value="client_1"');
    expect(text).toContain("uses its own client in place of that of");
    expect(text).not.toContain("canary_1");
    const refused = await owner.form(path, { client_id: "a b", client_secret: "canary_1" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).not.toContain("canary_1");
    const { body } = await owner.api("GET", "/audit");
    expect(body.data[0]).toMatchObject({ action: "oauth_client.saved", subject: "lonely" });
    expect((await owner.confirm(`${path}/delete`)).status).toBe(303);
    expect(await read("/integrations/lonely")).not.toContain('value="client_1"');
    expect((await owner.api("GET", "/apps/notes/client")).status).toBe(404);
    account.advance(16 * 60_000);
    const stale = await owner.form(path, { client_id: "client_1" });
    expect(stale.status).toBe(403);
    expect(await stale.text()).toContain("Confirm that it’s you");
  });

  it("shows what a connection may do, renames it, and names the keys that may use it", async () => {
    await connectNotes();
    const { body } = await owner.api("POST", "/keys", {
      name: "server key",
      permissions: ["run"],
      apps: ["notes"],
    });
    await owner.api("POST", "/keys", { name: "reader key", permissions: ["read"] });
    await owner.api("POST", "/keys", {
      name: "lonely key",
      permissions: ["run"],
      apps: ["lonely"],
    });
    const text = await read("/integrations/notes");
    expect(text).toContain("<dt>Signed in with</dt><dd>API key</dd>");
    expect(text).toContain(`href="/keys/${body.key.id}">server key</a>`);
    expect(text).not.toContain("reader key");
    expect(text).not.toContain("lonely key");
    const id = /connections\/(conn_\w+)\/change/.exec(text)![1]!;
    const label = '"><img src=x>';
    await owner.form(`/integrations/notes/connections/${id}/change`, { label });
    const renamed = await read("/integrations/notes");
    expect(renamed).toContain("&quot;&gt;&lt;img src=x&gt;");
    expect(renamed).not.toContain("<img");
  });

  it("shows what a connection belongs to, and chooses another", async () => {
    respond = respondJson([
      { id: "t1", name: "Sales & more" },
      { id: "t2", name: "Support" },
    ]);
    await connect("desk");
    const text = await read("/integrations/desk");
    expect(text).toContain('<option value="t1" selected>Sales &amp; more</option>');
    const id = /connections\/(conn_\w+)\/test/.exec(text)![1]!;
    const path = `/integrations/desk/connections/${id}/change`;
    expect((await owner.form(path, { "context.team": "t2" })).status).toBe(303);
    expect(await read("/integrations/desk")).toContain(
      '<option value="t2" selected>Support</option>',
    );
    expect((await owner.form(path, { "context.team": "t3" })).status).toBe(400);
    respond = respondJson([{ id: "t2", name: "Support" }]);
    await owner.form(`/integrations/desk/connections/${id}/test`);
    const single = await read("/integrations/desk");
    expect(single).toContain("<dt>Team</dt><dd>Support</dd>");
    expect(single).not.toContain('value="t2"');
  });

  it("connects the app, and changes and removes its connection", async () => {
    await connectNotes();
    const id = /connections\/(conn_\w+)\/test/.exec(await read("/integrations/notes"))![1]!;
    const path = `/integrations/notes/connections/${id}`;
    expect((await owner.confirm(`${path}/change`, { enabled: "false" })).status).toBe(303);
    expect(await read("/integrations/notes")).toContain("Turn on");
    await owner.form(`${path}/change`, { enabled: "true" });
    expect(await read("/integrations/notes")).toContain("Turn off");
    expect((await owner.confirm(`${path}/disconnect`)).status).toBe(303);
    expect(await read("/integrations/notes")).not.toContain(id);
  });

  it("doesn't exist for an unknown app", async () => {
    const response = await owner.request("GET", "/integrations/nothing");
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining("nothing"),
    ]);
  });

  it("is for people with a session only", async () => {
    const response = await account.openBrowser().form("/integrations/notes/connect");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-in"]);
  });
});

describe("the overview", () => {
  it("names expired connections and keys that expire soon", async () => {
    await connectNotes();
    const id = /connections\/(conn_\w+)\/test/.exec(await read("/integrations/notes"))![1]!;
    await owner.api("POST", "/keys", { name: "soon", permissions: ["run"], lifetime_days: 13 });
    await owner.api("POST", "/keys", { name: "later", permissions: ["run"], lifetime_days: 15 });
    const before = await read("/");
    expect(before).not.toContain("Reconnect Notes");
    expect(before).toContain("The key soon expires soon");
    expect(before).not.toContain("The key later expires soon");
    respond = respondJson({ error: "expired" }, 401);
    await owner.form("/integrations/notes/tools/notes.list/run", { "a.limit": "5" });
    const text = await read("/");
    expect(text).toContain("Reconnect Notes");
    expect(text).toMatch(/class="button" href="[^"]*\/connect\/cl_/);
    expect(await read("/integrations/notes")).toContain(`/connections/${id}/reconnect`);
  });
});

describe("the page of a tool", () => {
  it("says how its requests were checked, and what that doesn't show", async () => {
    expect(await read("/integrations/notes/tools/notes.list")).toContain(
      "Checked against <code>@notes/client</code> 1.2.3: the vendor's client sends the same request for the same input. It doesn't show that the service accepts the request.",
    );
    expect(await read("/integrations/notes/tools/notes.tag")).toContain(
      "The request wasn't compared with a client of the vendor.",
    );
  });

  const PATH = "/integrations/notes/tools/notes.list";

  it("offers to connect the app if the tool needs it", async () => {
    const response = await owner.form(`${PATH}/run`, { "a.limit": "5" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Open the page to connect");
  });

  it("runs the tool, and shows its result as text", async () => {
    await connectNotes();
    const response = await owner.form(`${PATH}/run`, { "a.limit": "5" });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain("Succeeded");
    expect(text).toContain("&lt;img src=x");
    expect(text).not.toContain("<img");
    expect(app.requests.at(-1)!.url).toBe("/notes?limit=5");
    // The snippets have the arguments of the run.
    expect(text).toContain("{&quot;arguments&quot;:{&quot;limit&quot;:5}}");
    expect(await read("/")).toContain("notes.list");
  });

  it("shows errors of arguments at their fields", async () => {
    await connectNotes();
    const count = app.requests.length;
    for (const [value, error] of [
      ["many", "limit"],
      ["50", "10"],
    ]) {
      const response = await owner.form(`${PATH}/run`, { "a.limit": value! });
      expect(response.status).toBe(400);
      const text = await response.text();
      expect(text).toContain('id="a.limit-error"');
      expect(text).toContain(error);
      expect(text).toContain(`value="${value}"`);
    }
    expect(app.requests).toHaveLength(count);
  });

  it("asks before it changes data", async () => {
    await connectNotes();
    const count = app.requests.length;
    const path = "/integrations/notes/tools/notes.add/run";
    const refused = await owner.form(path, {});
    expect(refused.status).toBe(400);
    expect(app.requests).toHaveLength(count);
    expect((await owner.form(path, { confirmed: "true" })).status).toBe(200);
    expect(app.requests).toHaveLength(count + 1);
  });

  it("says that the outcome is unknown if the app closes the connection", async () => {
    await connectNotes();
    respond = (_, response) => void response.destroy();
    const response = await owner.form("/integrations/notes/tools/notes.add/run", {
      confirmed: "true",
    });
    const eyebrow = /<p class="eyebrow bad">.*<\/p>/.exec(await response.text())![0];
    expect(eyebrow).toContain("Outcome unknown");
    expect(eyebrow).not.toContain("Failed");
  });
});

describe("the pages of activity", () => {
  const PATH = "/integrations/notes/tools/notes.list";
  const runId = async () => /\/activity\/(run_\w+)/.exec(await read("/activity"))![1]!;

  it("lists runs with their source, and filters them", async () => {
    expect(await read("/activity")).toContain("Nothing has run yet");
    await connectNotes();
    await owner.form(`${PATH}/run`, { "a.limit": "5" });
    const text = await read("/activity");
    expect(text).toContain("notes.list");
    expect(text).toContain('<span class="source">Page</span>');
    expect(await read("/activity?status=succeeded")).toContain("notes.list");
    expect(await read("/activity?status=failed")).toContain("No run matches");
    expect(await read("/activity?tool=notes.add")).toContain("No run matches");
  });

  it("rejects a filter that doesn't exist", async () => {
    expect((await owner.request("GET", "/activity?status=odd")).status).toBe(400);
  });

  it("shows a run, and starts the form of the next one with its arguments", async () => {
    await connectNotes();
    await owner.form(`${PATH}/run`, { "a.limit": "7" });
    const id = await runId();
    const text = await read(`/activity/${id}`);
    expect(text).toContain("&quot;limit&quot;: 7");
    expect(text).toContain("status 200");
    expect(text).toContain(`${PATH}?run=${id}`);
    expect(await read(`${PATH}?run=${id}`)).toContain('value="7"');
  });

  it("asks again for arguments that were stored shortened or without their secrets", async () => {
    await connectNotes();
    const path = "/integrations/notes/tools/notes.tag";
    await owner.form(`${path}/run`, { "a.name": "blue", "a.access_token": "token-0123456789" });
    const text = await read(`${path}?run=${await runId()}`);
    expect(text).toContain('value="blue"');
    expect(text).not.toContain("[hidden]");
  });

  it("says why a run failed, and what to do", async () => {
    await connectNotes();
    await app.close();
    await owner.form(`${PATH}/run`, { "a.limit": "5" });
    const text = await read(`/activity/${await runId()}`);
    expect(text).toContain("Failed");
    expect(text).toContain(REMEDIES.upstream_unreachable);
    app = await startUpstream(respondJson({}));
  });

  it("have a remedy for every error of a run", () => {
    const codes: string[] = platformTable.$defs["RunErrorCode"]!["enum"];
    expect(Object.keys(REMEDIES).toSorted()).toEqual(codes.toSorted());
  });
});
