import { describe, expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import { openIndex } from "../index/open-index.ts";
import { parseTask } from "../task/parse-task.ts";

const index = openIndex(
  buildIndex([
    {
      name: "atlas.create_page",
      app: ["Atlas"],
      categories: [],
      title: "Create a page, space, ticket, review or channel, and search or move members",
      description: "",
      parameters: [],
      tags: [],
    },
  ]),
);

const objects = (task: string): string =>
  parseTask(task, [index])
    .flatMap(({ queryTerms }) => queryTerms)
    .filter(({ role }) => role === "object")
    .map(({ word }) => word)
    .join(" ");

describe("the roles of terms", () => {
  it.each([
    ["create a page in the space", "page"],
    ["in the space, create a page", "page"],
    ["search for tickets in the channel", "tickets"],
    ["move members to the channel", "members"],
    ["the members of the channel", "members"],
    ['create a page "review tickets"', "page"],
  ])("finds the object of %s", (task, object) => {
    expect(objects(task)).toBe(object);
  });
});
