import { describe, expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import { openIndex } from "../index/open-index.ts";
import { search } from "../search-tools.ts";

const tool = (name: string, app: string, title: string) => ({
  name,
  app: [app],
  categories: [],
  title,
  description: "",
  parameters: [],
  tags: [],
});

const index = openIndex(
  buildIndex([
    tool("atlas.create_issue", "Atlas", "Create an issue"),
    tool("atlas.list_issues", "Atlas", "List issues"),
    tool("basil.send_message", "Basil Mail", "Send a message"),
    tool("lingo.translate_text", "Lingo", "Translate a text"),
  ]),
);

const find = (task: string, apps?: readonly string[]) => {
  const query = { task, limit: 5, ...(apps && { apps: new Set(apps) }) };
  const { unmatchedApp, unknownName } = search(index, query);
  return { unmatchedApp, unknownName };
};

describe("what a search misses", () => {
  it("returns the named app if none of its tools fits", () => {
    expect(find("translate a text with Atlas").unmatchedApp).toBe("atlas");
  });

  it("accepts the tool of any named app", () => {
    expect(find("translate a text with Lingo and Atlas").unmatchedApp).toBeUndefined();
    expect(find("create an issue in Atlas").unmatchedApp).toBeUndefined();
  });

  it("ignores apps that aren't searched", () => {
    expect(find("translate a text with Atlas", ["lingo"]).unmatchedApp).toBeUndefined();
  });

  it("accepts a task of only an app name", () => {
    expect(find("Atlas").unmatchedApp).toBeUndefined();
  });

  it("ignores names in tasks of several steps", () => {
    expect(find("Translate a text with Atlas. Then list issues in Zzyzxo.")).toEqual({});
  });

  it("returns a name that stands where an app's name would", () => {
    expect(find("create an issue in Zzyzxo").unknownName).toBe("Zzyzxo");
    expect(find("send a message via QuickFoo").unknownName).toBe("QuickFoo");
  });

  it("returns no name that is a typo, a lowercase word, or elsewhere in the task", () => {
    expect(find("create an issue in Atlsa").unknownName).toBeUndefined();
    expect(find("create an issue in zzyzxo").unknownName).toBeUndefined();
    expect(find("Zzyzxo wants to list issues").unknownName).toBeUndefined();
  });

  it("returns no unknown name if the task names an app", () => {
    expect(find("create an issue in Atlas via Zzyzxo").unknownName).toBeUndefined();
  });
});
