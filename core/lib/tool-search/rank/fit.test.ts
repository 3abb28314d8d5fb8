import { describe, expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import { openIndex } from "../index/open-index.ts";
import { search } from "../search-tools.ts";
import { estimateFit } from "./fit.ts";

const THINGS = ["issue", "page", "file", "contact", "message"];
/** Two thousand apps with the same kinds of tools, and one tool that mentions a plant. */
const index = openIndex(
  buildIndex(
    Array.from({ length: 2_000 }, (_, app) => ({
      name: `app${app}.create`,
      app: [`App${app}`],
      categories: [],
      title: `Create a new ${THINGS[app % THINGS.length]}`,
      description: app === 7 ? "Returns the plant of an order." : "Adds it to the list.",
      parameters: [],
      tags: [],
    })),
  ),
);
const fitOf = (task: string) => search(index, { task, limit: 1 }).fit;

describe("the fit of a task", () => {
  it("is high if tools have its words, and low if one has a single word of it", () => {
    expect(fitOf("create a new issue")).toBeGreaterThan(0.9);
    expect(fitOf("water my plants")).toBeLessThan(0.25);
    expect(fitOf("florp the snizzle")).toBeLessThan(0.25);
  });

  it("is that of the step that fits best", () => {
    expect(fitOf("water my plants and then create a new issue")).toBeGreaterThan(0.9);
  });

  it("is certain if the task names an app", () => {
    expect(fitOf("water my plants with App7")).toBe(1);
  });

  it("grows with the score", () => {
    const [low, high] = [0.2, 0.8].map((score) => estimateFit({ commonness: -9, score }));
    expect(high).toBeGreaterThan(low!);
  });
});
