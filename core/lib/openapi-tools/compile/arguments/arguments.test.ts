import { expect, it } from "vitest";
import { compileOk, NOTES, tool } from "../testing.ts";

it("omits optional parameters that are deprecated", () => {
  const parameter = (name: string, more: object) => ({
    name,
    in: "query",
    schema: { type: "string" },
    ...more,
  });
  const parameters = [
    parameter("drive", { description: "The drive." }),
    parameter("team", { description: "Deprecated: Use `drive` instead." }),
    parameter("group", { deprecated: true }),
    parameter("owner", { deprecated: true, required: true }),
  ];
  const app = compileOk({
    ...NOTES,
    paths: { "/files": { get: { operationId: "list", parameters } } },
  });
  expect(tool(app, "notes.list").binding?.slots.map(({ name }) => name)).toEqual([
    "drive",
    "owner",
  ]);
});

it("omits headers that the app sends with each request", () => {
  const parameters = ["Api-Version", "X-Tenant"].map((name) => ({
    name,
    in: "header",
    schema: { type: "string" },
  }));
  const app = compileOk(
    { ...NOTES, paths: { "/files": { get: { operationId: "list", parameters } } } },
    { overlay: { headers: { "api-version": "2026-03-11" } } },
  );
  expect(tool(app, "notes.list").binding?.slots.map(({ name }) => name)).toEqual(["X-Tenant"]);
});
