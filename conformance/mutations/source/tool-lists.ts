import type { SourceMutation } from "./source-mutation.ts";

const OWNERSHIP = "lists of tools › belong to an end user, and no other key sees or runs them";

/** Defects in the tools that remote MCP servers list for connections. */
export const toolListMutations: readonly SourceMutation[] = [
  {
    description: "a list of tools that another account sees",
    file: "core/platform/tool-lists/tool-list-reader.ts",
    find: "JSON.stringify([account, user ?? null]);",
    replace: 'JSON.stringify([account === "" ? account : null, user ?? null]);',
    testFile: "connections/tool-lists.test.ts",
    failingTest: OWNERSHIP,
  },
  {
    description: "a list of tools that another end user sees",
    file: "core/platform/tool-lists/tool-list-reader.ts",
    find: "JSON.stringify([account, user ?? null]);",
    replace: 'JSON.stringify([account, user === "" ? user : null]);',
    testFile: "connections/tool-lists.test.ts",
    failingTest: OWNERSHIP,
  },
  {
    description: "a connection of another end user that a run names",
    file: "core/platform/tool-lists/tool-lists.ts",
    find: "if (own || user !== undefined) return own;",
    replace: "if (own) return own;",
    testFile: "connections/tool-lists.test.ts",
    failingTest: OWNERSHIP,
  },
  {
    description: "a list of tools that stays after somebody else has signed in",
    file: "core/platform/connections/flow/activate-connection.ts",
    find: "...(hasToolList && {",
    replace: "...(hasToolList && isNew && {",
    testFile: "connections/tool-lists.test.ts",
    failingTest: "lists of tools › are emptied at once when somebody else signs in",
  },
];
