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
