import { expect, it } from "vitest";
import { findUndescribed } from "./check-texts.ts";

it("finds required arguments without a text, also in their definitions", () =>
  expect(
    findUndescribed(
      {
        input: {
          type: "object",
          required: ["id", "note", "tags", "total"],
          properties: {
            id: { type: "string" },
            note: { $ref: "#/$defs/Note" },
            tags: { $ref: "#/$defs/Tags" },
            total: { type: "number", description: "The total." },
            page: { type: "integer" },
          },
        },
      },
      (name) => ({ Note: { description: "A note." }, Tags: { type: "array" } })[name],
    ),
  ).toEqual(["id", "tags"]));
