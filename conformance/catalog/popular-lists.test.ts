import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findItems } from "../../core/lib/list-watch/index.ts";

/** A list of a popular app, after the examples in its documentation, with other values. */
interface PopularList {
  readonly app: string;
  readonly tool: string;
  /** The response, with "$" in place of the items. */
  readonly response: unknown;
  /**
   * The first item. In the second one, all values differ except those that begin with "=", which
   * stand for what follows, and "=#" for a number.
   */
  readonly item: unknown;
  readonly items: string;
  /** Several, if the documentation says that they are equal. */
  readonly id: string | readonly string[];
  readonly changed?: string;
}

const lists = JSON.parse(
  readFileSync(new URL("popular-lists.json", import.meta.url), "utf8"),
) as readonly PopularList[];

const createItem = (value: unknown, number: number): unknown => {
  if (typeof value === "string") {
    if (value.startsWith("=#")) return Number(value.slice(2));
    if (value.startsWith("=")) return value.slice(1);
    return number === 0 ? value : `${value}${number}`;
  }
  if (typeof value === "number") return value + number;
  if (Array.isArray(value)) return value.map((each) => createItem(each, number));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, createItem(each, number)]),
  );
};

const createResponse = (value: unknown, item: unknown): unknown => {
  if (value === "$") return [0, 1, 2].map((number) => createItem(item, number));
  if (Array.isArray(value)) return value.map((each) => createResponse(each, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, createResponse(each, item)]),
  );
};

/** `none`: the caller has to say it. `wrong` is worse, because nobody notices. */
function judge({ app, tool, response, item, ...expected }: PopularList) {
  const found = findItems(createResponse(response, item), `${app}.${tool}`);
  if ("message" in found) return { verdict: "none", found } as const;
  const isRight = found.items === expected.items && [expected.id].flat().includes(found.id);
  if (isRight && found.changed === expected.changed) return { verdict: "right", found } as const;
  const isWithoutChange = isRight && found.changed === undefined;
  return { verdict: isWithoutChange ? "none" : "wrong", found } as const;
}

const judged = lists.map((list) => ({ ...judge(list), list }));
const describeAll = (verdict: string) =>
  judged
    .filter((each) => each.verdict === verdict)
    .map(({ found, list: { app, tool } }) => `${app}.${tool}: ${JSON.stringify(found)}`);

describe("the lists of popular apps", () => {
  it("are at least 100 apps", () => {
    expect(new Set(lists.map(({ app }) => app)).size).toBeGreaterThanOrEqual(100);
  });

  it("are never misunderstood", () => {
    expect(describeAll("wrong")).toEqual([]);
  });

  it("are understood in nine of ten cases", () => {
    const missed = describeAll("none");
    expect(missed.length / lists.length, missed.join("\n")).toBeLessThanOrEqual(0.1);
  });
});
