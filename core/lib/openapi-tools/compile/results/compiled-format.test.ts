import { describe, expect, it } from "vitest";
import { createTool } from "../../call/testing.ts";
import { parseTool, serializeTool } from "./compiled-format.ts";

const TOOL = createTool({
  method: "POST",
  path: "/notes/{id}",
  slots: [
    { argument: "id", in: "path", name: "id", style: "simple" },
    { argument: "page_size", in: "query", name: "page[size]", style: "form:false" },
  ],
  fixed: [{ in: "header", name: "X-Target", value: "Notes.Update" }],
  body: { type: "application/json", argument: "body" },
});

describe("a serialized tool", () => {
  it("is the same tool after parsing", () => expect(parseTool(serializeTool(TOOL))).toEqual(TOOL));

  it("begins with its name, by which readers find it", () =>
    expect(serializeTool(TOOL)).toMatch(/^\{"name":"desk\.do",/));

  it("contains its slots without the names of their members", () =>
    expect(JSON.parse(serializeTool(TOOL)).binding).toEqual({
      method: "POST",
      path: "/notes/{id}",
      slots: [
        ["id", "path", 0, "simple"],
        ["page_size", "query", "page[size]", "form:false"],
      ],
      fixed: [["header", "X-Target", "Notes.Update"]],
      body: { type: "application/json", argument: "body" },
    }));
});
