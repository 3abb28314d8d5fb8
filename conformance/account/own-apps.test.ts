import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKey } from "../../core/platform/auth/create-key.ts";
import { DEFAULT_ACCOUNT } from "../../core/ports/stores/key-store.ts";
import { createAppRecord, keyMethod } from "../fixtures/connections/apps.ts";
import { createCatalog } from "../fixtures/connections/test-platform.ts";
import { startUpstream } from "../fixtures/platform/tool-runner.ts";
import { startTestAccount, type TestAccount, type TestBrowser } from "./fixtures/fixture.ts";

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Ledger of Boats", version: "2", description: "Registers boats." },
  servers: [{ url: "https://api.boats.acme.io" }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  security: [{ key: [] }],
  paths: {
    "/boats": {
      get: { operationId: "listBoats", summary: "List boats" },
      post: {
        operationId: "paintBoat",
        summary: "Paint a boat",
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { name: { type: "string", pattern: "^[(" } } },
            },
          },
        },
      },
    },
  },
};
const TEXT = JSON.stringify(DOCUMENT);
const ID = "ledger_of_boats";

let server: Awaited<ReturnType<typeof startUpstream>>;
let served: string;
let account: TestAccount;
let owner: TestBrowser;

beforeEach(async () => {
  served = TEXT;
  server = await startUpstream((_, response) => void response.end(served));
  account = await startTestAccount({
    catalog: createCatalog([createAppRecord("notes", [keyMethod])], []),
    allowedOrigins: [server.origin],
  });
  owner = await account.setUp();
});
afterEach(async () => {
  await account.close();
  await server.close();
});

const read = async (path: string, browser = owner): Promise<string> =>
  (await browser.request("GET", path)).text();
const add = (fields: object = {}) => owner.api("POST", "/apps", { document: TEXT, ...fields });

/** Sends a form with a file, as browsers do. */
async function upload(path: string, fields: Readonly<Record<string, string | Blob>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const body = await new Response(form).text();
  return owner.request("POST", path, {
    headers: {
      origin: account.origin,
      "sec-fetch-site": "same-origin",
      "content-type": `multipart/form-data; boundary=${/^--(\S+)/.exec(body)![1]}`,
    },
    body,
  });
}

async function createApiKey(): Promise<string> {
  const { key, secret } = await createKey({
    account: DEFAULT_ACCOUNT,
    name: "laptop",
    permissions: ["read"],
  });
  await account.keyStore.addKey(key);
  return secret;
}

describe("previewApp", () => {
  it("names the tools of a document and what was left out, and adds nothing", async () => {
    const { status, body } = await owner.api("POST", "/apps/preview", { document: TEXT });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: ID,
      name: "Ledger of Boats",
      base_url: "https://api.boats.acme.io",
      private: false,
      auth_types: ["api_key"],
      tools_count: 2,
      tools: [
        { name: `${ID}.list_boats`, request: "GET /boats", read_only: true },
        { name: `${ID}.paint_boat`, request: "POST /boats", read_only: false },
      ],
      skipped: [{ where: "POST /boats", why: expect.stringContaining("^[(") }],
      skipped_more: 0,
    });
    expect(await account.keyStore.listApps(DEFAULT_ACCOUNT)).toEqual([]);
  });

  it("reads YAML from a URL that the outbound client may reach", async () => {
    served =
      "openapi: 3.0.3\ninfo: {title: Tides, version: '1'}\nservers: [{url: /}]\npaths: {/t: {get: {}}}\n";
    const { body } = await owner.api("POST", "/apps/preview", { url: `${server.origin}/a?key=1` });
    expect(body).toMatchObject({ id: "tides", base_url: server.origin, private: true });
    expect(JSON.stringify(body)).not.toContain("key=1");
  });

  it("never fetches from a private address that the operator doesn't allow", async () => {
    const other = await startUpstream((_, response) => void response.end(TEXT));
    const { status, body } = await owner.api("POST", "/apps/preview", { url: other.origin });
    expect([status, body.code]).toEqual([422, "app_refused"]);
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it("says line by line why a document can't be added", async () => {
    const paths = { "/a": { get: { servers: 1, parameters: [{ $ref: "#/nothing" }] } } };
    const { status, body } = await owner.api("POST", "/apps/preview", {
      document: JSON.stringify({ ...DOCUMENT, servers: [{ url: "/v1" }], paths }),
    });
    expect([status, body.code]).toEqual([422, "app_refused"]);
    expect(body.detail).toContain('"/v1" is relative');
    const broken = await owner.api("POST", "/apps/preview", { document: "{" });
    expect(broken.body.detail).toContain("neither valid JSON nor valid YAML");
  });

  it("rejects a document with too many tools", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 2001 }, (_, index) => [`/p${index}`, { get: {} }]),
    );
    const { body } = await owner.api("POST", "/apps/preview", {
      document: JSON.stringify({ ...DOCUMENT, paths }),
    });
    expect(body.detail).toContain("2001 tools, but the limit is 2000");
  });

  it.each([{}, { document: TEXT, url: "https://a.example" }])(
    "needs either a document or a URL: %#",
    async (input) => {
      const { status, body } = await owner.api("POST", "/apps/preview", input);
      expect([status, body.errors[0].pointer]).toEqual([400, "/url"]);
    },
  );
});

describe("addApp", () => {
  it("makes the app visible at once, and writes an entry of the audit log", async () => {
    account.advance(1000);
    expect((await add()).status).toBe(201);
    expect(await read(`/integrations/${ID}`)).toContain("Paint a boat");
    expect(await read("/integrations")).toMatch(/Ledger of Boats[\s\S]*Yours/);
    expect(await read("/integrations?q=paint+a+boat")).toContain("Ledger of Boats");
    const [entry] = await account.stores.auditLog.list(DEFAULT_ACCOUNT, { limit: 1 });
    expect(entry).toMatchObject({ action: "app.added", subject: ID, actor: { name: "Ada" } });
  });

  it("makes the app visible in another process within a second", async () => {
    const headers = { authorization: `Bearer ${await createApiKey()}` };
    const other = await account.startOther();
    const find = async () =>
      (await other.openBrowser().request("GET", "/api/v1/apps?search=boats", { headers })).json();
    expect((await find()).total).toBe(0);
    await add();
    account.advance(1000);
    expect(await find()).toMatchObject({ total: 1, data: [{ id: ID, own: true }] });
    await other.close();
  });

  it("replaces an app only if the request says so", async () => {
    await add();
    for (const id of [ID, "notes"]) {
      const { status, body } = await add({ id });
      expect([status, body.code, body.errors[0].pointer]).toEqual([409, "app_exists", "/id"]);
      expect((await add({ id, replace: true })).status).toBe(201);
    }
    expect(await account.keyStore.listApps(DEFAULT_ACCOUNT)).toHaveLength(2);
  });

  it("rejects the ID of a page", async () => {
    expect((await add({ id: "add" })).body.code).toBe("app_refused");
  });
});

describe("removeApp", () => {
  const connect = async () => {
    const started = await owner.form(`/integrations/${ID}/connect`, {
      auth_method: "api_key",
      return_url: `${account.origin}/`,
    });
    const { pathname } = new URL(started.headers.get("location")!);
    await owner.request("GET", pathname);
    const connected = await owner.form(pathname, { method: "api_key", f_key: "sk_1" });
    expect(connected.status).toBeLessThan(400);
  };

  it("removes the app at once, and writes an entry of the audit log", async () => {
    await add();
    account.advance(1000);
    expect((await owner.confirm(`/integrations/${ID}/remove`)).headers.get("location")).toBe(
      "/integrations",
    );
    expect((await owner.request("GET", `/integrations/${ID}`)).status).toBe(404);
    const [entry] = await account.stores.auditLog.list(DEFAULT_ACCOUNT, { limit: 1 });
    expect(entry).toMatchObject({ action: "app.removed", subject: ID });
    expect((await owner.api("DELETE", `/apps/${ID}`)).status).toBe(404);
  });

  it("asks for the ID of an app with connections, and deletes them", async () => {
    await add();
    await connect();
    const path = `/integrations/${ID}/remove`;
    for (const confirm of ["", "boats"])
      expect((await owner.confirm(path, {}, confirm)).status).toBe(400);
    expect(await read(`/integrations/${ID}`)).toContain("Connections <span");
    expect((await owner.confirm(path, {}, ID)).status).toBe(303);
    expect(await read("/integrations")).not.toContain("Connected <span");
    await add();
    expect(await read(`/integrations/${ID}`)).not.toContain("Connections <span");
  });

  it("keeps connections of the app of the catalog that it replaced", async () => {
    await add({ id: "notes", replace: true });
    expect((await owner.api("DELETE", "/apps/notes")).body).toEqual({
      id: "notes",
      connections_removed: 0,
    });
    expect(await read("/integrations/notes")).toContain("Notes");
  });
});

describe("the page that adds an app", () => {
  it("shows an uploaded document, and adds it with the ID that the person chose", async () => {
    const shown = await upload("/integrations/add/preview", {
      url: "",
      document: "",
      document_file: new Blob([TEXT]),
    });
    expect(shown.status).toBe(200);
    const text = await shown.text();
    expect(text).toContain("Not added yet");
    expect(text).toContain("Left out: 1");
    const hidden = /<textarea name="document" hidden>([^<]*)</.exec(text)![1]!;
    expect(hidden.replaceAll("&quot;", '"')).toBe(TEXT);
    const added = await upload("/integrations/add", { url: "", document: TEXT, id: "boats" });
    expect(added.headers.get("location")).toBe("/integrations/boats");
  });

  it("shows the app again if its ID is taken", async () => {
    const text = await (await upload("/integrations/add", { document: TEXT, id: "notes" })).text();
    expect(text).toContain('id="id-error"');
    expect(text).toContain("Replace Notes");
    expect(text).toContain('value="notes"');
    const added = await upload("/integrations/add", {
      document: TEXT,
      id: "notes",
      replace: "true",
    });
    expect(added.status).toBe(303);
  });

  it("shows why a document was refused, with what the person entered", async () => {
    const response = await upload("/integrations/add/preview", { document: '{"a":"b"}' });
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(text).toContain("neither OpenAPI 3");
    expect(text).toContain("{&quot;a&quot;:&quot;b&quot;}</textarea>");
  });

  it("rejects a form that is too large", async () => {
    const response = await upload("/integrations/add/preview", {
      document_file: new Blob(["x".repeat(5 * 1024 * 1024)]),
    });
    expect(response.status).toBe(413);
  });

  it("is for owners", async () => {
    const member = await account.addMember("Ben");
    expect((await member.request("GET", "/integrations/add")).status).toBe(403);
    expect(await read("/integrations", member)).not.toContain("/integrations/add");
  });

  it("shows hostile names and descriptions as text", async () => {
    const attack = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
    const document = JSON.stringify({
      ...DOCUMENT,
      info: {
        title: attack,
        description: attack,
        version: attack,
        contact: { url: "javascript:alert(1)" },
      },
      externalDocs: { url: "javascript:alert(1)" },
      paths: {
        "/a": {
          get: {
            summary: attack,
            parameters: [
              {
                in: "query",
                name: attack,
                schema: { type: "string", title: attack, enum: [attack] },
              },
            ],
          },
        },
      },
    });
    expect((await owner.api("POST", "/apps", { document, id: "hostile" })).status).toBe(201);
    const preview = await upload("/integrations/add/preview", { document });
    const [tool] = (await owner.api("POST", "/apps/preview", { document, id: "hostile" })).body
      .tools;
    for (const text of [
      await preview.text(),
      await read("/integrations"),
      await read("/integrations/hostile"),
      await read(`/integrations/hostile/tools/${tool.name}`),
      await read("/"),
    ]) {
      expect(text).not.toContain("<img");
      expect(text).not.toContain("<script>");
      expect(text).not.toContain('href="javascript:');
    }
  });
});
