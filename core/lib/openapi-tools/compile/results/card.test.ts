import { describe, expect, it } from "vitest";
import { compileOk, NOTES, tool } from "../testing.ts";

const text = { type: "string" };

/** The input lines of a tool with these query parameters and this body. */
function linesOf(parameters: Record<string, object>, body?: object, method = "post"): string[] {
  const operation = {
    operationId: "call",
    parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: "query", schema })),
    ...(body && { requestBody: { content: { "application/json": { schema: body } } } }),
  };
  const app = compileOk({
    ...NOTES,
    paths: { "/calls": { [method]: operation } },
    components: {
      ...NOTES.components,
      schemas: {
        Person: { type: "object", required: ["id"], properties: { name: text, id: text } },
        Tree: { anyOf: [{ $ref: "#/components/schemas/Tree" }], properties: { name: text } },
        List: { type: "array", items: { $ref: "#/components/schemas/List" } },
        Color: { type: "string", enum: ["red", "blue"] },
      },
    },
  });
  return [...app.cards.find(({ name }) => name === tool(app, "notes.call").name)!.input];
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("the input lines of a card", () => {
  it("list the members of an object, required ones first", () =>
    expect(linesOf({}, { type: "object", properties: { owner: reference("Person") } })).toEqual([
      "owner (object): Members: id (required), name.",
    ]));

  it("list those of the objects in a list", () =>
    expect(
      linesOf(
        {},
        {
          type: "object",
          properties: { owners: { type: "array", items: reference("Person") } },
        },
      ),
    ).toEqual(["owners (object[]): Members: id (required), name."]));

  it("have the description of an object too", () =>
    expect(
      linesOf(
        {},
        {
          type: "object",
          properties: { owner: { ...NOTES.components.schemas.Note, description: "The owner." } },
        },
      ),
    ).toEqual(["owner (object): The owner. Members: title (required), parent."]));

  it("have the type of a shared schema", () =>
    expect(linesOf({}, { type: "object", properties: { color: reference("Color") } })).toEqual([
      "color (red|blue)",
    ]));

  it("have the types of alternatives", () =>
    expect(
      linesOf(
        {},
        {
          type: "object",
          properties: {
            owner: { anyOf: [text, reference("Person"), { type: "null" }] },
            color: { allOf: [reference("Color")] },
            size: { description: "Any size." },
          },
        },
      ),
    ).toEqual([
      "owner (string|object): Members: id (required), name.",
      "color (red|blue)",
      "size (any): Any size.",
    ]));

  it("end where schemas contain themselves", () =>
    expect(
      linesOf(
        {},
        { type: "object", properties: { tree: reference("Tree"), list: reference("List") } },
      ),
    ).toEqual(["tree (object): Members: name.", "list (any[][][])"]));

  it("describe how to page through results", () =>
    expect(
      linesOf(
        {
          per_page: { type: "integer" },
          page: { type: "integer" },
          offset: { type: "integer" },
          pageToken: text,
          after: text,
          limit: { ...text, description: "A date." },
        },
        undefined,
        "get",
      ),
    ).toEqual([
      "per_page (integer): The maximum number of results.",
      "page (integer): The number of the page of results.",
      "offset (integer): How many results to skip.",
      "pageToken (string): The next page. Its value is in the result of the page before.",
      "after (string)",
      "limit (string): A date.",
    ]));

  it("say nothing of pages in tools that change something", () =>
    expect(linesOf({ limit: { type: "integer" } })).toEqual(["limit (integer)"]));
});
