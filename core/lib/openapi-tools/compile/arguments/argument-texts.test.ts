import { expect, it } from "vitest";
import type { Schema } from "../../../json-schema/index.ts";
import type { ToolDraft } from "../tool.ts";
import { withArgumentTexts } from "./argument-texts.ts";

const draftOf = (place: "path" | "body", schema: Schema, isBody = false): ToolDraft => ({
  name: "desk.do",
  title: "Do",
  description: "",
  input: { type: "object", properties: { item: schema }, required: ["item"] },
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [],
  auth: [],
  binding: {
    method: "POST",
    path: place === "path" ? "/radar/value_list_items/{item}" : "/orders",
    slots: [{ argument: "item", in: place, name: "item", style: "" }],
    ...(isBody && { body: { type: "application/json", argument: "item" } }),
  },
});

const definitions = new Map<string, Schema>([
  ["Order", { type: "object", properties: { note: {}, total: {} }, required: ["total"] }],
  ["Tags", { description: "The tags." }],
]);

const textOf = (draft: ToolDraft) =>
  (withArgumentTexts(draft, definitions as never).input["properties"] as Record<string, Schema>)[
    "item"
  ]!["description"];

it.each<[string, ToolDraft, string | undefined]>([
  ["the path", draftOf("path", { type: "string" }), "Identifies the value list item."],
  ["a part", draftOf("body", { allOf: [{ $ref: "#/$defs/Tags" }] }), "The tags."],
  ["members", draftOf("body", { $ref: "#/$defs/Order" }), "An object with total, note."],
  [
    "members of items",
    draftOf("body", { type: "array", items: { $ref: "#/$defs/Order" } }),
    "A list of objects with total, note.",
  ],
  [
    "members of alternatives",
    draftOf("body", { oneOf: [{ $ref: "#/$defs/Order" }, { properties: { id: {} } }] }, true),
    "The content of the request: total, note, id.",
  ],
  ["a body of any kind", draftOf("body", {}, true), "The content of the request: any JSON value."],
  ["nothing else", draftOf("body", { type: "string" }), undefined],
])("describes required arguments by %s", (_, draft, text) => expect(textOf(draft)).toBe(text));

it("keeps the words of a definition", () =>
  expect(textOf(draftOf("body", { $ref: "#/$defs/Tags" }))).toBeUndefined());
