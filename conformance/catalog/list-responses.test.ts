import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findItems } from "../../core/lib/list-watch/index.ts";

/** The shape of a response in an OpenAPI document, with other values. */
interface ListResponse {
  readonly document: string;
  readonly path: string;
  readonly tool: string;
  readonly response: unknown;
  /** Null if nothing in the response tells the items apart for certain. */
  readonly items: string | null;
  readonly id?: string;
}

// Lists of 200 APIs, chosen at random. People checked each answer.
const responses = JSON.parse(
  readFileSync(new URL("list-responses.json", import.meta.url), "utf8"),
) as readonly ListResponse[];

describe("lists of real APIs", () => {
  it.each(responses)("$document $path", ({ response, tool, items, id }) => {
    const found = findItems(response, tool);
    if (items === null) expect(found).toHaveProperty("message");
    else expect(found).toMatchObject({ items, id });
  });

  it("are understood in four of five cases", () => {
    const known = responses.filter(({ items }) => items !== null);
    expect(known.length / responses.length).toBeGreaterThanOrEqual(0.8);
  });
});
