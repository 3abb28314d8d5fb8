import { describe, expect, it } from "vitest";
import { compileOk, NOTES, tool } from "./testing.ts";

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

it("renames a member that has the name of a parameter", () => {
  const note = compileBody(
    "application/json",
    { type: "object", required: ["id"], properties: { id: { type: "string" }, text: {} } },
    "/notes/{id}",
  );
  expect(note.binding?.slots).toMatchObject([
    { argument: "id", in: "path", name: "id" },
    { argument: "body_id", in: "body", name: "id" },
    { argument: "text", in: "body", name: "text" },
  ]);
  expect(note.input).toMatchObject({ required: ["id", "body_id"] });
});
