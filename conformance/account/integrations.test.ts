import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTool } from "../../core/lib/openapi-tools/call/testing.ts";
import { REMEDIES } from "../../core/platform/account/pages/parts/run.ts";
import { table as platformTable } from "../../generated/platform/operations.ts";
import { createAppRecord, createOAuthMethod, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { respondJson, startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixture.ts";

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
        createAppRecord("notes", [keyMethod], { base: app.origin, tools: 2, mark: "M0 0h24v24z" }),
        createAppRecord("lonely", [createOAuthMethod("https://auth.example")]),
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
async function connectNotes(): Promise<void> {
  const begun = await owner.form("/integrations/notes/connect", {
    auth_method: "api_key",
    return_url: `${account.origin}/integrations/notes`,
  });
  expect(begun.status).toBe(303);
  const { pathname } = new URL(begun.headers.get("location")!);
  await owner.request("GET", pathname);
  const connected = await owner.form(pathname, { method: "api_key", f_key: "sk_1" });
  expect(await connected.text()).not.toContain("Error");
}

describe("the page of integrations", () => {
  it("lists the apps with their marks, and says which are ready", async () => {
    const text = await read("/integrations");
    expect(text).toContain("M0 0h24v24z");
    expect(text).toMatch(/Notes[\s\S]*Ready/);
    expect(text).toMatch(/Lonely[\s\S]*Needs your OAuth client/);
  });

  it("searches apps, and says if none matches", async () => {
    expect(await read("/integrations?q=lonely")).not.toContain("/integrations/notes");
    expect(await read("/integrations?q=zzzz")).toContain("No app matches “zzzz”");
  });

  it("lists connections before the apps", async () => {
    await connectNotes();
    const text = await read("/integrations");
    expect(text.indexOf("Connected")).toBeLessThan(text.indexOf("All apps"));
    expect(text).toContain("Active");
  });
});

describe("the page of an app", () => {
  it("explains how to register the OAuth client that it needs", async () => {
    const text = await read("/integrations/lonely");
    expect(text).toContain("configure lonely --client-id");
    expect(text).not.toContain("/integrations/lonely/connect");
  });

  it("connects the app, and changes and removes its connection", async () => {
    await connectNotes();
    const id = /connections\/(conn_\w+)\/test/.exec(await read("/integrations/notes"))![1]!;
    const path = `/integrations/notes/connections/${id}`;
    expect((await owner.form(`${path}/change`, { enabled: "false" })).status).toBe(303);
    expect(await read("/integrations/notes")).toContain("Turn on");
    await owner.form(`${path}/change`, { enabled: "true" });
    expect(await read("/integrations/notes")).toContain("Turn off");
    expect((await owner.form(`${path}/disconnect`)).status).toBe(303);
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

describe("the page of a tool", () => {
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
    expect(text).toContain("Status 200");
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
