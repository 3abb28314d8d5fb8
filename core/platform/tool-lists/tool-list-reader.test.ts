import { expect, it } from "vitest";
import type { ToolList } from "../../ports/stores/tool-list-store.ts";
import { compileTools } from "./compile-tools.ts";
import { createToolListReader } from "./tool-list-reader.ts";

const RECORD = {
  slug: "desk",
  name: "Desk",
  description: "A help desk.",
  vendor: "desk.example",
  categories: [],
  kind: "mcp" as const,
  auth: [],
  tools: 0,
  verified: "reviewed" as const,
  methods: [],
  base: "https://desk.example/mcp",
  baseFields: [],
  source: { origin: "test", document: "desk", retrievedAt: "2026-11-25T00:00:00Z" },
};

const createList = (number: number): ToolList => ({
  connection: `conn_${number}`,
  account: "acc_1",
  app: "desk",
  label: `Desk ${number}`,
  isDefault: number === 1,
  signIn: 1,
  listed: "2026-11-25T00:00:00Z",
  digest: `digest ${number}`,
});

it("loads the first lists of an owner, up to 20 MB of compiled tools", async () => {
  const tools = await compileTools(RECORD, [{ name: "open_ticket" }]);
  const compiled = tools!.compiled.padEnd(6_000_000);
  const reader = createToolListReader(
    {
      listToolLists: async () => [1, 2, 3, 4, 5].map(createList),
      readListedTools: async () => compiled,
    },
    {
      now: () => 0,
      onError(error) {
        throw error;
      },
    },
  );
  const lists = await reader.read("acc_1", undefined);
  expect(lists.map(({ app }) => app?.tools.length)).toEqual([1, 1, 1, 1, undefined]);
  expect(lists.map(({ list }) => list.omitted !== undefined)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});
