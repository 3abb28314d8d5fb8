import { describe, expect, it } from "vitest";
import { compileOk, NOTES, tool } from "../testing.ts";

const NOTE = { type: "object", properties: { title: { type: "string" } } };

/** Compiles a POST operation with a body of the given media type. */
const compileBody = (type: string, schema: object, path = "/notes") =>
  tool(
    compileOk({
      ...NOTES,
      paths: {
        [path]: {
          post: { operationId: "create", requestBody: { content: { [type]: { schema } } } },
        },
      },
    }),
    "notes.create",
  );

describe("a body with the schema of an object", () => {
  it.each(["message/rfc822", "application/octet-stream", "text/plain", "*/*"])(
    "is JSON if it is declared as %s",
    (type) =>
      expect(compileBody(type, NOTE)).toMatchObject({
        binding: { body: { type: "application/json" }, slots: [{ argument: "title", in: "body" }] },
      }),
  );

  it.each(["application/xml", "application/x-yaml"])("stays %s", (type) =>
    expect(compileBody(type, NOTE)).toMatchObject({
      binding: { body: { type, argument: "body" } },
    }),
  );

  it("is a file at the path of an upload", () =>
    expect(compileBody("image/png", NOTE, "/upload/notes")).toMatchObject({
      binding: { body: { type: "image/png", argument: "body" } },
    }));
});

it("is a file if its schema is that of a text", () =>
  expect(
    compileBody("application/octet-stream", { type: "string", format: "binary" }),
  ).toMatchObject({ binding: { body: { type: "application/octet-stream", argument: "body" } } }));

describe("a body without use", () => {
  const compileOptionalBody = (method: string, schema: object) =>
    tool(
      compileOk({
        ...NOTES,
        paths: {
          "/notes": {
            [method]: {
              operationId: "call",
              requestBody: { content: { "application/json": { schema } } },
            },
          },
        },
      }),
      "notes.call",
    );

  it.each(["get", "head"])("of a %s is no argument", (method) =>
    expect(compileOptionalBody(method, NOTE).input["properties"]).toEqual({}),
  );

  it("that allows no members is no argument", () =>
    expect(
      compileOptionalBody("delete", { type: "object", properties: {}, additionalProperties: false })
        .input["properties"],
    ).toEqual({}));

  it("that allows any members is one", () =>
    expect(
      Object.keys(compileOptionalBody("delete", { type: "object" }).input["properties"]),
    ).toEqual(["body"]));
});

describe("an optional object that may be null", () => {
  it.each([{ nullable: true }, { type: ["object", "null"] }])("is its members: %j", (more) =>
    expect(compileBody("application/json", { ...NOTE, ...more }).binding!.slots).toMatchObject([
      { argument: "title", in: "body" },
    ]),
  );

  it("stays one argument if it has required members", () =>
    expect(
      compileBody("application/json", { ...NOTE, nullable: true, required: ["title"] }).binding,
    ).toMatchObject({ body: { argument: "body" } }));
});

it("has no members that only responses have", () =>
  expect(
    compileBody("application/json", {
      type: "object",
      properties: {
        title: { type: "string" },
        id: { type: "string", readOnly: true },
        createdTime: { type: "string", description: "Output only. When it was created." },
        size: { type: "integer", description: "The size in bytes. Read-only. Nullable." },
        kind: { type: "string", description: "Identifies what kind of resource this is." },
      },
    }).binding?.slots.map(({ argument }) => argument),
  ).toEqual(["title"]));

describe("a member with the name of a path parameter", () => {
  const compileMember = (name: string, required: readonly string[]) =>
    compileBody(
      "application/json",
      { type: "object", required, properties: { [name]: { type: "string" }, text: {} } },
      `/notes/{${name}}`,
    );

  it("is renamed", () => {
    const note = compileMember("title", ["title"]);
    expect(note.binding?.slots).toMatchObject([
      { argument: "title", in: "path", name: "title" },
      { argument: "body_title", in: "body", name: "title" },
      { argument: "text", in: "body", name: "text" },
    ]);
    expect(note.input).toMatchObject({ required: ["title", "body_title"] });
  });

  it("is the same argument if it is a required ID, and omitted if it is an optional one", () => {
    const slots = (required: readonly string[]) =>
      compileMember("noteId", required).binding?.slots.map(
        ({ argument, in: location }) => `${argument} ${location}`,
      );
    expect(slots(["noteId"])).toEqual(["noteId path", "noteId body", "text body"]);
    expect(slots([])).toEqual(["noteId path", "text body"]);
  });
});

it("omits deprecated members, except required ones", () => {
  const member = (description: string) => ({ type: "string", description });
  const { input } = compileBody("application/json", {
    type: "object",
    properties: {
      title: member("The title."),
      subject: member("Deprecated. Use the title."),
      kind: member("Deprecated, but still required."),
    },
    required: ["kind"],
  });
  expect(Object.keys(input["properties"]!)).toEqual(["title", "kind"]);
});

it("names the kind of an object that its document tells apart by a member", () => {
  const document = {
    ...NOTES,
    paths: {
      "/notes": {
        post: {
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Memo" } } },
          },
        },
      },
    },
    components: {
      ...NOTES.components,
      schemas: {
        Thing: {
          type: "object",
          discriminator: { propertyName: "type" },
          properties: { type: { type: "string" } },
          required: ["type"],
        },
        Memo: { allOf: [{ $ref: "#/components/schemas/Thing" }, { properties: { text: {} } }] },
      },
    },
  };
  expect(compileOk(document).tools[0]!.input["properties"]).toMatchObject({
    type: { type: "string", description: "The kind of the object: Memo." },
  });
});

it("describes an XML body by its elements", () =>
  expect(
    compileBody("text/xml", { type: "object", properties: { Tagging: { type: "object" } } }).input[
      "properties"
    ],
  ).toEqual({ body: { type: "string", description: "XML with Tagging." } }));
