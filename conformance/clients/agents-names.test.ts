import process from "node:process";
import { describe, expect, it } from "vitest";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { toFunctionName } from "../../generated/clients/js/src/runtime/agents.ts";

const folder = process.env["CATALOG_DIR"];

describe("function names of tools", () => {
  it.each([
    ["github.issues_create", "github__issues_create"],
    ["my-app.do-this", "my-app__do-this"],
    // These would be the name of another tool too.
    ["a__b.c", "a__b__c_0d37332b"],
    ["a_._b", "a____b_0d644b44"],
    // Only letters, digits, "_" and "-" are allowed.
    ["slack.chat.post", "slack__chat_post_ad4edfd3"],
    ["mcp.café", "mcp__caf__0a52511b"],
  ])("turns %s into %s", (tool, name) => {
    expect(toFunctionName(tool)).toBe(name);
  });

  it("shortens long names to 64 characters, and keeps them apart", () => {
    const [first, second] = ["1", "2"].map((end) => toFunctionName(`app.${"x".repeat(90)}${end}`));
    expect([first!.length, second!.length]).toEqual([64, 64]);
    expect(first).not.toBe(second);
    expect(toFunctionName(`app.${"x".repeat(59)}`)).toBe(`app__${"x".repeat(59)}`);
  });

  it("gives every tool of the catalog its own valid name", async ({ skip }) => {
    if (!folder) return skip("CATALOG_DIR names no catalog");
    const catalog = (await openCatalog(folder))!;
    const numbers = Array.from({ length: catalog.tools }, (_, number) => number);
    const tools = (await catalog.readCards(numbers)).map(({ name }) => name);
    const names = tools.map(toFunctionName);
    expect(names.length).toBeGreaterThan(1_000);
    expect(names.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    // None needs a hash, so each can be read back by replacing the first "__".
    expect(names.map((name) => name.replace("__", "."))).toEqual(tools);
  }, 120_000);
});
