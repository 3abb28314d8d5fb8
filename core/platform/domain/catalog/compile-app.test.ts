import { describe, expect, it } from "vitest";
import { compileApp } from "./compile-app.ts";
import type { CompileOptions } from "./compile-options.ts";
import type { CompiledApp } from "./compiled-app.ts";
import { selfContained } from "./self-contained.ts";

const SOURCE = { origin: "added", document: "notes.json", retrievedAt: "2026-01-01T00:00:00Z" };

const NOTES = {
  openapi: "3.0.3",
  info: {
    title: "Notes API",
    description: "Keeps notes.",
    version: "1.2",
    license: { name: "MIT" },
  },
  servers: [{ url: "https://api.notes.acme.io/v1/" }],
  security: [{ key: [] }],
  paths: {
    "/notes": {
      get: {
        operationId: "notes/list",
        summary: "List notes",
        tags: ["notes"],
        parameters: [
          { name: "page[size]", in: "query", schema: { type: "integer", nullable: true } },
        ],
      },
      post: {
        operationId: "createNote",
        summary: "Create a note",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
        },
      },
    },
    "/notes/{id}": {
      parameters: [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        { name: "Authorization", in: "header", schema: { type: "string" } },
      ],
      delete: { summary: "Delete a note", security: [] },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Notes-Key" } },
    schemas: {
      Note: {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: { type: "string", readOnly: true },
          title: { type: "string", example: "Milk" },
          parent: { $ref: "#/components/schemas/Folder" },
        },
      },
      Folder: {
        type: "object",
        properties: {
          inside: { $ref: "#/components/schemas/Folder" },
          size: { type: "integer", minimum: 0, exclusiveMinimum: true },
        },
      },
    },
  },
};

const compile = (document: unknown, options: Partial<CompileOptions> = {}) =>
  compileApp([{ document, source: SOURCE }], { slug: "notes", ...options });
const compileOk = (document: unknown, options: Partial<CompileOptions> = {}) => {
  const app = compile(document, options);
  if ("refused" in app) throw new Error(app.why);
  return app;
};
const tool = (app: CompiledApp, name: string) => app.tools.find((one) => one.name === name)!;
const omissions = (app: CompiledApp) => app.report.left.map(({ where, why }) => `${where}: ${why}`);

describe("an OpenAPI document as an app", () => {
  it("has a name without what every title says, a base without a slash, and how one signs in", () => {
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
        },
      ],
    });
  });

  it("has a tool for each operation, sorted by name, of which a card and a document tell the same", () => {
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
      input: ["title (string, required)", "parent (object)"],
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

  it("takes parameters and the members of a small body as one object, and says where each goes", () => {
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
          ["title", "body", 0, ""],
          ["parent", "body", 0, ""],
        ],
        body: { type: "application/json" },
      },
    });
    expect(tool(app, "notes.list")).toMatchObject({
      input: { properties: { page_size: { type: ["integer", "null"] } } },
      binding: { slots: [["page_size", "query", "page[size]", "form"]] },
    });
    expect(tool(app, "notes.delete_note")).toMatchObject({
      auth: [],
      binding: { slots: [["id", "path", 0, "simple"]] },
      annotations: { destructive: true },
    });
    expect(tool(app, "notes.list").auth).toEqual(["api_key"]);
  });

  it("keeps schemas that refer to themselves, and a tool's input is whole with them", () => {
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

  it("is the same each time, and a tool's version changes with what it takes alone", () => {
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

  it("reads Swagger 2: host, form, body and arrays", () => {
    const app = compileOk({
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "old.acme.io",
      basePath: "/api",
      schemes: ["http", "https"],
      consumes: ["application/json"],
      securityDefinitions: { basic: { type: "basic" } },
      paths: {
        "/files": {
          post: {
            operationId: "upload",
            consumes: ["multipart/form-data"],
            parameters: [
              { name: "file", in: "formData", type: "file", required: true },
              {
                name: "tags",
                in: "query",
                type: "array",
                items: { type: "string" },
                collectionFormat: "pipes",
              },
            ],
          },
        },
        "/items": {
          put: {
            operationId: "putItem",
            parameters: [
              {
                name: "item",
                in: "body",
                required: true,
                schema: { type: "array", items: { type: "string" } },
              },
            ],
          },
        },
      },
    });
    expect(app.record).toMatchObject({ base: "https://old.acme.io/api", auth: ["basic"] });
    expect(tool(app, "notes.upload")).toMatchObject({
      input: { required: ["file"], properties: { file: { type: "string", format: "binary" } } },
      binding: {
        slots: [
          ["tags", "query", 0, "pipeDelimited:false"],
          ["file", "body", 0, ""],
        ],
        body: { type: "multipart/form-data" },
      },
    });
    expect(tool(app, "notes.put_item")).toMatchObject({
      input: { required: ["body"], properties: { body: { type: "array" } } },
      binding: { body: { type: "application/json", argument: "body" } },
    });
  });

  it("sends each time what can only be one thing, and what stands behind ? or # in a path", () => {
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
      fixed: [["query", "Action", "ListQueues"]],
    });
    expect(tool(app, "notes.run").binding).toEqual({
      method: "POST",
      path: "/run",
      slots: [],
      fixed: [["query", "mode", "fast"]],
    });
  });

  it("goes by what an overlay knows better", () => {
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

  it("joins documents, the first of two that have the same operation", () => {
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

describe("documents that are no app", () => {
  it.each([
    ["a text", "hello", "not_openapi"],
    ["another document", { asyncapi: "2.0.0" }, "not_openapi"],
    ["one without operations", { ...NOTES, paths: {} }, "no_tools"],
    [
      "one for this machine alone",
      { ...NOTES, servers: [{ url: "http://localhost:8080" }] },
      "no_server",
    ],
    ["one without a server", { ...NOTES, servers: [] }, "no_server"],
    [
      "one that only speaks of a token",
      {
        ...NOTES,
        security: undefined,
        components: {},
        info: { title: "Notes", description: "Get a token first.", version: "1" },
      },
      "no_auth",
    ],
  ])("%s is refused with a reason", (_, document, refused) => {
    expect(compile(document)).toMatchObject({
      refused,
      why: expect.stringMatching(/^It.*\.$/) as string,
    });
  });
});

describe("hostile documents", () => {
  it("do not have references followed that lead out of them, into nothing, or round in circles", () => {
    const app = compileOk({
      ...NOTES,
      paths: {
        "/a": { $ref: "https://evil.example/paths.json" },
        "/b": {
          post: {
            operationId: "b",
            parameters: [
              { $ref: "#/components/parameters/none" },
              { $ref: "#/components/parameters/round" },
            ],
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    oneOf: [{ $ref: "file:///etc/passwd" }, { $ref: "#/components/schemas/none" }],
                  },
                },
              },
            },
          },
        },
      },
      components: {
        ...NOTES.components,
        parameters: { round: { $ref: "#/components/parameters/round" } },
      },
    });
    expect(omissions(app)).toEqual([
      "/a: The path is kept elsewhere (https://evil.example/paths.json), which is not followed.",
      "POST /b: A parameter that is referred to as #/components/parameters/none can't be found.",
      "POST /b: A parameter that is referred to as #/components/parameters/round can't be found.",
      "POST /b: The reference file:///etc/passwd leads out of the document and is not followed.",
      "POST /b: The reference #/components/schemas/none leads nowhere.",
    ]);
  });

  it("do not change what objects are made of", () => {
    const document = JSON.parse(
      JSON.stringify(NOTES).replace(
        '"title":{"type":"string"',
        '"__proto__":{"type":"string","polluted":true},"title":{"type":"string"',
      ),
    ) as unknown;
    const app = compileOk(document);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(tool(app, "notes.create_note").input["properties"] as object)).toEqual([
      "title",
      "parent",
    ]);
  });

  it("have invalid and oversized patterns dropped, and others kept whatever they cost", () => {
    const string = { type: "string" };
    const slow = { ...string, pattern: "^(a+)+$" };
    const look = { ...string, pattern: "^(?!aws:)" };
    const properties = {
      bad: { ...string, pattern: "[a-" },
      long: { ...string, pattern: "a".repeat(501) },
      slow,
      look,
      map: {
        type: "object",
        patternProperties: { "[": {}, "^x": string },
        additionalProperties: false,
      },
    };
    const schema = { type: "object", properties };
    const requestBody = { content: { "application/json": { schema } } };
    const app = compileOk({
      ...NOTES,
      paths: { "/x": { post: { operationId: "x", requestBody } } },
    });
    expect(tool(app, "notes.x").input["properties"]).toEqual({
      bad: string,
      long: string,
      slow,
      look,
      // Whether a property is an additional one depends on the pattern that was dropped.
      map: { type: "object", patternProperties: { "^x": string } },
    });
    expect(app.report.left.map(({ why }) => why)).toEqual([
      "The pattern [a- isn't a regular expression of ECMA-262.",
      `The pattern ${"a".repeat(60)} has more than 500 characters.`,
      "The pattern [ isn't a regular expression of ECMA-262.",
    ]);
  });

  it("are read in bounded time: nested deeply, with an endless chain of references, and with huge enums", () => {
    let deep: unknown = { type: "string" };
    for (let level = 0; level < 5_000; level += 1)
      deep = { type: "object", properties: { a: deep } };
    const chain = Object.fromEntries(
      Array.from({ length: 15_000 }, (_, index) => [
        `S${index}`,
        { type: "object", properties: { next: { $ref: `#/components/schemas/S${index + 1}` } } },
      ]),
    );
    const huge = {
      type: "string",
      enum: Array.from({ length: 100_000 }, (_, index) => `v${index}`),
    };
    const started = performance.now();
    const app = compileOk({
      ...NOTES,
      components: { ...NOTES.components, schemas: chain },
      paths: {
        "/x": {
          post: {
            operationId: "x",
            requestBody: {
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    properties: { deep, chain: { $ref: "#/components/schemas/S0" }, huge },
                  },
                },
              },
            },
          },
        },
      },
    });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(
      omissions(app).some((omissions) => omissions.includes("nested more than 40 levels")),
    ).toBe(true);
    expect(omissions(app).some((left) => left.includes("An enum of 100000 values"))).toBe(true);
    const contained = selfContained(tool(app, "notes.x").input, (name) =>
      JSON.stringify(app.definitions.get(name)),
    );
    expect(JSON.stringify(contained).length).toBeLessThan(100_000);
  });

  it("have no more than 200 things that were left out told, and the rest counted", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`/p${index}`, { get: { deprecated: true } }]),
    );
    const { report } = compileOk({ ...NOTES, paths: { ...NOTES.paths, ...paths } });
    expect([report.left.length, report.more]).toEqual([200, 100]);
  });
});
