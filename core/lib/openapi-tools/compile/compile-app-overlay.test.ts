import { describe, expect, it } from "vitest";
import { compileApp } from "./compile-app.ts";
import type { CompiledApp } from "./results/compiled-app.ts";
import { compileOk, NOTES, SOURCE, tool } from "./testing.ts";

describe("an app with an overlay", () => {
  it("takes defaults of query parameters from the overlay", () => {
    const parameters = [
      { name: "$top", in: "query", required: true, schema: { type: "integer" } },
      { name: "parts", in: "query", schema: { type: "array", items: { type: "string" } } },
      { name: "single", in: "query", schema: { type: "boolean" } },
    ];
    const app = compileApp(
      [
        {
          document: { ...NOTES, paths: { "/notes": { get: { operationId: "list", parameters } } } },
          source: SOURCE,
        },
      ],
      {
        slug: "notes",
        overlay: {
          tools: { "GET /notes": { defaults: { $top: "5", parts: "id,text", single: "true" } } },
        },
      },
    ) as CompiledApp;
    const { input, binding } = tool(app, "notes.list");
    expect(input).toMatchObject({
      properties: {
        top: { default: 5 },
        parts: { default: ["id", "text"] },
        single: { default: true },
      },
    });
    expect(input).not.toHaveProperty("required");
    expect(binding?.fixed).toEqual([
      { in: "query", name: "$top", value: "5" },
      { in: "query", name: "parts", value: "id,text" },
      { in: "query", name: "single", value: "true" },
    ]);
  });

  it("takes a tool's texts, parameters and body from the overlay", () => {
    const app = compileApp([{ document: NOTES, source: SOURCE }], {
      slug: "notes",
      overlay: {
        tools: {
          "GET /notes": { parameters: [], fixed: { sort: "new" } },
          "POST /notes": {
            name: "write_note",
            title: "Write a note",
            description: "Writes a note from rows.",
            phrases: ["jot down"],
            arguments: { rows: "The lines of the note.", missing: "No such argument." },
            body: {
              schema: {
                type: "object",
                required: ["rows"],
                properties: { rows: { type: "array", items: { type: "string" } } },
              },
              compose: "google_sheets_rows",
            },
          },
        },
      },
    }) as CompiledApp;
    expect(tool(app, "notes.list")).toMatchObject({
      input: { properties: {} },
      binding: { slots: [], fixed: [{ in: "query", name: "sort", value: "new" }] },
    });
    expect(tool(app, "notes.write_note")).toMatchObject({
      title: "Write a note",
      description: "Writes a note from rows.",
      input: {
        properties: { rows: { type: "array", description: "The lines of the note." } },
        required: ["rows"],
      },
      binding: {
        slots: [{ argument: "rows", in: "body" }],
        body: { type: "application/json", compose: "google_sheets_rows" },
      },
    });
    expect(app.documents.find(({ name }) => name === "notes.write_note")?.phrases).toEqual([
      "jot down",
    ]);
  });

  it("requires the arguments that the overlay says the API requires", () => {
    const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
    const get = { parameters: [query("author"), query("sort")] };
    const app = compileApp(
      [{ document: { ...NOTES, paths: { "/notes": { get } } }, source: SOURCE }],
      {
        slug: "notes",
        overlay: { tools: { "GET /notes": { required: ["author", "missing"] } } },
      },
    ) as CompiledApp;
    expect(app.tools[0]?.input["required"]).toEqual(["author"]);
  });

  it("gives query parameters the style of the vendor, unless they have one", () => {
    const parameters = [
      { name: "Filter", in: "query", schema: { type: "array" } },
      { name: "sort", in: "query", style: "pipeDelimited", schema: { type: "array" } },
    ];
    const app = compileApp(
      [{ document: { ...NOTES, paths: { "/notes": { get: { parameters } } } }, source: SOURCE }],
      { slug: "notes", queryStyle: "numbered" },
    ) as CompiledApp;
    expect(app.tools[0]?.binding?.slots.map(({ style }) => style)).toEqual([
      "numbered",
      "pipeDelimited",
    ]);
  });

  it("leaves out operations that the overlay says are retired, with the reason", () => {
    const retired = "The vendor retired it in 2025.";
    const get = { summary: "List notes" };
    const app = compileApp(
      [{ document: { ...NOTES, paths: { "/old": { get }, "/notes": { get } } }, source: SOURCE }],
      { slug: "notes", overlay: { tools: { "GET /old": { retired } } } },
    ) as CompiledApp;
    expect(app.tools.map(({ binding }) => binding?.path)).toEqual(["/notes"]);
    expect(app.report.left).toContainEqual({ where: "GET /old", why: retired });
  });

  it("takes templates of bodies from the overlay, with and without arguments", () => {
    const query = { query: "{ viewer { id } }" };
    const post = { summary: "Query" };
    const app = compileApp(
      [
        {
          document: { ...NOTES, paths: { "/graphql#viewer": { post }, "/graphql#note": { post } } },
          source: SOURCE,
        },
      ],
      {
        slug: "notes",
        overlay: {
          tools: {
            "POST /graphql#viewer": {
              name: "get_viewer",
              body: { schema: { type: "object", properties: {} }, template: query },
            },
            "POST /graphql#note": {
              name: "get_note",
              body: {
                schema: { type: "object", properties: { id: { type: "string" } } },
                template: { ...query, variables: { id: "{id}" } },
              },
            },
          },
        },
      },
    ) as CompiledApp;
    expect(tool(app, "notes.get_viewer")).toMatchObject({
      input: { properties: {} },
      annotations: { readOnly: true },
      binding: { path: "/graphql", slots: [], body: { type: "application/json", template: query } },
    });
    expect(tool(app, "notes.get_note")).toMatchObject({
      input: { properties: { id: { type: "string" } } },
      binding: {
        path: "/graphql",
        slots: [{ argument: "id", in: "body" }],
        body: { template: { ...query, variables: { id: "{id}" } } },
      },
    });
  });

  it("fills path parameters that the overlay has constants for", () => {
    const app = compileApp(
      [
        {
          document: { ...NOTES, paths: { "/users/{user}/notes/{id}": { get: {} } } },
          source: SOURCE,
        },
      ],
      { slug: "notes", overlay: { fixedArguments: { "path user": "me" } } },
    ) as CompiledApp;
    expect(app.tools[0]).toMatchObject({
      input: { properties: { id: {} }, required: ["id"] },
      binding: { path: "/users/me/notes/{id}", slots: [{ argument: "id" }] },
    });
    expect(app.cards[0]!.path).toBe("/users/{user}/notes/{id}");
  });

  it("takes the values of an overlay in preference to the document's", () => {
    const app = compileOk(NOTES, {
      overlay: {
        name: "Notable",
        base: "https://{shop}.notes.acme.io",
        baseFields: [{ name: "shop", label: "Shop", secret: false, required: true }],
        methods: [{ id: "bearer", type: "bearer", fields: [], from: "overlay" }],
        reviewed: true,
      },
    });
    expect(app.record).toMatchObject({
      name: "Notable",
      base: "https://{shop}.notes.acme.io",
      auth: ["bearer"],
      verified: "reviewed",
    });
    expect(tool(app, "notes.list").auth).toEqual(["bearer"]);
  });
});
