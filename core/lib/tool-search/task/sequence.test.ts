import { describe, expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import { openIndex } from "../index/open-index.ts";
import { search } from "../search-tools.ts";
import { interleave } from "./sequence.ts";

const tool = (name: string, app: string, title: string) => ({
  name,
  app: [app],
  categories: [],
  title,
  description: "",
  parameters: [],
  tags: [],
});

const TOOLS = [
  tool("atlas.create_issue", "Atlas", "Create an issue"),
  tool("atlas.list_issues", "Atlas", "List issues"),
  tool("atlas.close_issue", "Atlas", "Close an issue"),
  tool("basil.send_message", "Basil", "Send a message"),
  tool("basil.search_contacts", "Basil", "Search contacts"),
  tool("basil.update_contact", "Basil", "Update a contact"),
  tool("crumb.update_contact", "Crumb", "Update a contact"),
  tool("crumb.search_contacts", "Crumb", "Search contacts"),
];
const index = openIndex(buildIndex(TOOLS));

const find = (task: string, limit = 10) => {
  const { matches, steps } = search(index, { task, limit });
  return {
    steps,
    tools: matches.map((each) => ({ name: TOOLS[each.tool]!.name, step: each.step })),
  };
};

describe("a task of several steps", () => {
  it("gets the best tool for each step first", () => {
    const { steps, tools } = find("create an issue in Atlas and then send a message with Basil");
    expect(steps).toEqual(["create an issue in Atlas", "send a message with Basil"]);
    expect(tools.slice(0, 2)).toEqual([
      { name: "atlas.create_issue", step: 0 },
      { name: "basil.send_message", step: 1 },
    ]);
  });

  it("continues with the app of the step before", () => {
    const { tools } = find("search the contacts in Crumb and update the contact");
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual([
      "crumb.search_contacts",
      "crumb.update_contact",
    ]);
  });

  it("looks in other apps if the app of the step before has no fitting tool", () => {
    const { tools } = find("close the issue in Atlas and update the contact");
    expect(tools[0]!.name).toBe("atlas.close_issue");
    expect(tools[1]).toMatchObject({ name: expect.stringMatching(/update_contact$/), step: 1 });
  });

  it("understands a pronoun as the object of the step before", () => {
    const { steps, tools } = find("list the issues in Atlas and close them");
    expect(steps).toEqual(["list the issues in Atlas", "close them"]);
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual([
      "atlas.list_issues",
      "atlas.close_issue",
    ]);
  });

  it("uses the app of the next step that names one", () => {
    const { tools } = find("search the contacts, then update the contact in Crumb");
    expect(tools.slice(0, 2).map(({ name }) => name)).toEqual([
      "crumb.search_contacts",
      "crumb.update_contact",
    ]);
  });

  it("lists a tool once, and no more tools than the limit", () => {
    const { tools } = find("create an issue in Atlas, list the issues and close an issue", 3);
    expect(tools.map(({ name }) => name)).toEqual([
      "atlas.create_issue",
      "atlas.list_issues",
      "atlas.close_issue",
    ]);
  });

  it("isn't a task of one command, or of a question and a remark", () => {
    expect(find("create an issue in Atlas").steps).toBeUndefined();
    expect(find("I'm late. Which issues does Atlas have?").steps).toBeUndefined();
  });
});

describe("interleave", () => {
  it("takes turns and skips repeated items", () => {
    expect(interleave([["a", "b", "c"], ["a", "d"], []], (each) => each)).toEqual([
      "a",
      "d",
      "b",
      "c",
    ]);
  });
});
