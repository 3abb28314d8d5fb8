import { describe, expect, it } from "vitest";
import type { AuthMethod } from "../app.ts";
import { compileApp } from "./compile-app.ts";
import type { CompiledApp } from "./results/compiled-app.ts";
import { selfContained } from "./schemas/self-contained.ts";
import { compile, compileOk, NOTES, SOURCE, tool } from "./testing.ts";

describe("an app compiled from an OpenAPI document", () => {
  it("has a short name, a base URL without a trailing slash, and authentication methods", () => {
    expect(compileOk(NOTES).record).toMatchObject({
      slug: "notes",
      name: "Notes",
      description: "Keeps notes.",
      vendor: "acme.io",
      base: "https://api.notes.acme.io/v1",
      auth: ["api_key"],
      tools: 3,
      verified: "unverified",
      methods: [
        {
          id: "api_key",
          fields: [{ name: "notes_key", secret: true }],
          placements: { notes_key: { in: "header", name: "X-Notes-Key" } },
          from: "document",
          toolCounts: { all: 3, readOnly: 1 },
        },
      ],
    });
  });

  it("counts the tools that each method can run, with those that need no authentication", () => {
    const { record } = compileOk({
      ...NOTES,
      paths: {
        "/notes": {
          get: { operationId: "listNotes", security: [{ key: [] }, { token: [] }] },
          post: { operationId: "createNote" },
        },
        "/status": { get: { operationId: "getStatus", security: [] } },
      },
      components: {
        securitySchemes: {
          ...NOTES.components.securitySchemes,
          token: { type: "http", scheme: "bearer" },
        },
      },
    });
    expect(record.methods.map(({ type, toolCounts }) => [type, toolCounts])).toEqual([
      ["bearer", { all: 2, readOnly: 2 }],
      ["api_key", { all: 3, readOnly: 2 }],
    ]);
  });

  it("has a tool, a card and a search document for each operation, sorted by name", () => {
    const app = compileOk(NOTES);
    expect(app.tools.map(({ name }) => name)).toEqual([
      "notes.create_note",
      "notes.delete_note",
      "notes.list",
    ]);
    expect(app.cards[0]).toEqual({
      name: "notes.create_note",
      title: "Create a note",
      description: "Create a note",
      method: "POST",
      path: "/notes",
      input: ["title (string, required): Example: Milk", "parent (object): Members: inside, size."],
      annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    });
    expect(app.documents[2]).toEqual({
      name: "notes.list",
      app: ["Notes", "acme.io"],
      categories: [],
      title: "List notes",
      description: "List notes",
      parameters: ["page_size"],
      tags: ["notes"],
      method: "GET",
      path: "/notes",
    });
  });

  it("needs the overlay's methods everywhere if the document declares most operations as open", () => {
    const methods = [
      { id: "bearer", type: "bearer", fields: [], from: "overlay" },
    ] satisfies AuthMethod[];
    const authOf = (open: number) => {
      const paths = Object.fromEntries(
        Array.from({ length: 4 }, (_, index) => [
          `/notes/${index}`,
          { get: { summary: "Get", ...(index < open && { security: [] }) } },
        ]),
      );
      const app = compileOk({ ...NOTES, paths }, { overlay: { methods } });
      return app.tools.map(({ auth }) => auth.join());
    };
    expect(authOf(1).toSorted()).toEqual(["", "bearer", "bearer", "bearer"]);
    expect(authOf(3)).toEqual(["bearer", "bearer", "bearer", "bearer"]);
  });

  it("combines parameters and the members of a small body in one object with slots", () => {
    const app = compileOk(NOTES);
    expect(tool(app, "notes.create_note")).toMatchObject({
      input: {
        type: "object",
        required: ["title"],
        additionalProperties: false,
        properties: { title: { type: "string" }, parent: { $ref: "#/$defs/Folder" } },
      },
      binding: {
        method: "POST",
        path: "/notes",
        slots: [
          { argument: "title", in: "body", name: "title", style: "" },
          { argument: "parent", in: "body", name: "parent", style: "" },
        ],
        body: { type: "application/json" },
      },
    });
    expect(tool(app, "notes.list")).toMatchObject({
      input: { properties: { page_size: { type: ["integer", "null"] } } },
      binding: {
        slots: [{ argument: "page_size", in: "query", name: "page[size]", style: "form" }],
      },
    });
    expect(tool(app, "notes.delete_note")).toMatchObject({
      auth: [],
      binding: { slots: [{ argument: "id", in: "path", name: "id", style: "simple" }] },
      annotations: { destructive: true },
    });
    expect(tool(app, "notes.list").auth).toEqual(["api_key"]);
  });

  it("shares recursive schemas, which selfContained adds to a tool's input", () => {
    const app = compileOk(NOTES);
    expect(app.definitions.get("Folder")).toEqual({
      type: "object",
      properties: {
        inside: { $ref: "#/$defs/Folder" },
        size: { type: "integer", exclusiveMinimum: 0 },
      },
    });
    const contained = selfContained(tool(app, "notes.create_note").input, (name) =>
      JSON.stringify(app.definitions.get(name)),
    );
    expect(Object.keys(contained["$defs"])).toEqual(["Folder"]);
  });

  it("is deterministic, and a tool's version changes only with its interface", () => {
    const createNoteVersion = (document: unknown) =>
      tool(compileOk(document), "notes.create_note").version;
    const versionAfter = (change: (document: typeof NOTES) => void) => {
      const copy = structuredClone(NOTES);
      change(copy);
      return createNoteVersion(copy);
    };
    expect(compileOk(NOTES)).toEqual(compileOk(structuredClone(NOTES)));
    expect(versionAfter((copy) => (copy.paths["/notes"].post.summary = "Write a note"))).toBe(
      createNoteVersion(NOTES),
    );
    expect(
      versionAfter((copy) => (copy.components.schemas.Folder.properties.size.minimum = 1)),
    ).not.toBe(createNoteVersion(NOTES));
  });

  it("has fixed parameters for single-value enums and for the query in a path", () => {
    const app = compileOk({
      ...NOTES,
      paths: {
        "/#Action=ListQueues": {
          get: {
            operationId: "GET_ListQueues",
            parameters: [
              { name: "Action", in: "query", required: true, schema: { enum: ["ListQueues"] } },
            ],
          },
        },
        "/run?mode=fast": { post: { operationId: "run" } },
      },
    });
    expect(tool(app, "notes.list_queues").binding).toEqual({
      method: "GET",
      path: "/",
      slots: [],
      fixed: [{ in: "query", name: "Action", value: "ListQueues" }],
    });
    expect(tool(app, "notes.run").binding).toEqual({
      method: "POST",
      path: "/run",
      slots: [],
      fixed: [{ in: "query", name: "mode", value: "fast" }],
    });
  });

  it("sends the only format of JSON that an operation accepts", () => {
    const accept = (value: string) => ({
      name: "Accept",
      in: "header",
      required: true,
      schema: { enum: [value] },
    });
    const app = compileOk({
      ...NOTES,
      paths: {
        "/fields": { get: { operationId: "a", parameters: [accept("application/swagger+json")] } },
        "/notes": { get: { operationId: "b", parameters: [accept("application/xml")] } },
      },
    });
    expect(tool(app, "notes.a").binding?.fixed).toEqual([
      { in: "header", name: "Accept", value: "application/swagger+json" },
    ]);
    expect(tool(app, "notes.b").binding?.fixed).toBeUndefined();
  });

  it("reads an operation once if its path occurs in two spellings", () => {
    const list = { operationId: "list_notes", summary: "List notes" };
    const { tools } = compileOk({
      ...NOTES,
      paths: {
        "/all-notes": { get: list },
        "/allNotes/": { get: { ...list, operationId: "list_notes_1" } },
        "/allNotes": { get: { operationId: "count_notes" }, post: { operationId: "add_note" } },
      },
    });
    expect(tools.map(({ name, binding }) => [name, binding?.path])).toEqual([
      ["notes.add_note", "/allNotes"],
      ["notes.count_notes", "/allNotes"],
      ["notes.list_notes", "/all-notes"],
    ]);
  });

  it("ignores notes to authors in place of a summary", () => {
    const { tools } = compileOk({
      ...NOTES,
      paths: { "/notes": { get: { operationId: "list_notes", summary: "TODO: write this" } } },
    });
    expect(tools[0]).toMatchObject({ title: "List notes", description: "List notes" });
  });

  it("gives tools with the same summary different titles", () => {
    const get = { summary: "List notes" };
    const app = compileOk({ ...NOTES, paths: { "/notes": { get }, "/users/{id}/notes": { get } } });
    expect(app.tools.map(({ title }) => title)).toEqual(["List notes", "List notes (users)"]);
    expect(app.cards.map(({ title }) => title)).toEqual(["List notes", "List notes (users)"]);
  });

  it("joins documents and keeps the first of two equal operations", () => {
    const other = {
      ...NOTES,
      info: { title: "Other", version: "0" },
      paths: {
        "/notes": { get: { operationId: "old" } },
        "/more": { get: { operationId: "more" } },
      },
    };
    const app = compileApp(
      [
        { document: NOTES, source: SOURCE },
        { document: other, source: { ...SOURCE, document: "other.json" } },
      ],
      { slug: "notes" },
    ) as CompiledApp;
    expect(app.cards.map(({ name, document }) => [name, document])).toEqual([
      ["notes.create_note", undefined],
      ["notes.delete_note", undefined],
      ["notes.list", undefined],
      ["notes.more", "other.json"],
    ]);
  });
});

describe("a document that can't become an app", () => {
  it.each([
    ["a string", "hello", "not_openapi"],
    ["an AsyncAPI document", { asyncapi: "2.0.0" }, "not_openapi"],
    ["a document without operations", { ...NOTES, paths: {} }, "no_tools"],
    [
      "a document with only a local server",
      { ...NOTES, servers: [{ url: "http://localhost:8080" }] },
      "no_server",
    ],
    ["a document without a server", { ...NOTES, servers: [] }, "no_server"],
    [
      "a document that mentions a token but declares no scheme",
      {
        ...NOTES,
        security: undefined,
        components: {},
        info: { title: "Notes", description: "Get a token first.", version: "1" },
      },
      "no_auth",
    ],
  ])("is rejected with a reason: %s", (_, document, refused) => {
    expect(compile(document)).toMatchObject({
      refused,
      why: expect.stringMatching(/^The .*\.$/) as string,
    });
  });
});
