import { describe, expect, it } from "vitest";
import { numberedPairs } from "./numbered-pairs.ts";

const text = (name: string, value: unknown, names?: Record<string, string>) =>
  numberedPairs(name, value, names)
    .map(([key, each]) => `${key}=${each}`)
    .join("&");

describe("a numbered parameter", () => {
  it.each([
    [5, "id=5"],
    [["a", "b c"], "id.1=a&id.2=b%20c"],
    [[null, "a"], "id.1=a"],
    [{ Enabled: true }, "id.Enabled=true"],
    [[["a", "b"]], "id.1.1=a&id.1.2=b"],
    [null, ""],
  ])("with the value %j is %s without names", (value, expected) =>
    expect(text("id", value)).toBe(expected),
  );

  // The clients of the services send these requests for the same values.
  it.each([
    [
      "Filter",
      [{ Name: "tag:Stage", Values: ["a", "b"] }],
      { "Filter.Values": "Value.#" },
      "Filter.1.Name=tag%3AStage&Filter.1.Value.1=a&Filter.1.Value.2=b",
    ],
    [
      "Tags",
      [{ Key: "team", Value: "x y" }],
      { Tags: "Tags.member.#" },
      "Tags.member.1.Key=team&Tags.member.1.Value=x%20y",
    ],
    [
      "Filters",
      [{ Name: "engine", Values: ["postgres"] }],
      { Filters: "Filters.Filter.#", "Filters.Values": "Values.Value.#" },
      "Filters.Filter.1.Name=engine&Filters.Filter.1.Values.Value.1=postgres",
    ],
    [
      "Attributes",
      { DisplayName: "News" },
      { Attributes: "Attributes.entry.#.key=value" },
      "Attributes.entry.1.key=DisplayName&Attributes.entry.1.value=News",
    ],
    [
      "MessageAttribute",
      { City: { DataType: "String", StringValue: "Ulm" } },
      { MessageAttribute: "MessageAttribute.#.Name=Value" },
      "MessageAttribute.1.Name=City&MessageAttribute.1.Value.DataType=String&MessageAttribute.1.Value.StringValue=Ulm",
    ],
  ])("%s is sent with the names of the service", (name, value, names, expected) =>
    expect(text(name, value, names)).toBe(expected),
  );
});
