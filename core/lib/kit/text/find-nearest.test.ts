import { describe, expect, it } from "vitest";
import { didYouMean, findNearest } from "./find-nearest.ts";

describe("the nearest name", () => {
  it.each([
    ["githbu", ["gitlab", "github", "git"], "github"],
    ["GitHub", ["gitlab", "github"], "github"],
    ["titel", ["body", "title"], "title"],
    ["color", ["title", "body"], undefined],
    ["", ["a"], undefined],
    ["x".repeat(1_000_000), ["github"], undefined],
  ])("to %s among %j is %s", (mistyped, names, nearest) => {
    expect(findNearest(mistyped, names, 0.6)).toBe(nearest);
  });

  it("becomes a question", () => {
    expect(didYouMean("titel", ["title"])).toBe("Did you mean title?");
    expect(didYouMean("repository", ["title", "repo"])).toBe("Did you mean repo?");
    expect(didYouMean("id", ["identity"])).toBe("");
    expect(didYouMean("color", ["title"])).toBe("");
  });
});
