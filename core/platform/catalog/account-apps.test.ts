import { expect, it } from "vitest";
import type { AppRecord } from "../../lib/openapi-tools/index.ts";
import type { ToolList } from "../../ports/stores/tool-list-store.ts";
import { compileTools, parseTools, toolSource } from "../tool-lists/compile-tools.ts";
import { createAccountAppsReader } from "./account-apps.ts";

const RECORD: AppRecord = {
  slug: "desk",
  name: "Desk",
  description: "A help desk.",
  vendor: "desk.example",
  categories: [],
  kind: "mcp",
  auth: [],
  tools: 0,
  verified: "reviewed",
  methods: [],
  base: "https://desk.example/mcp",
  baseFields: [],
  source: { origin: "test", document: "desk", retrievedAt: "2026-11-25T00:00:00Z" },
};

const createList = (connection: string): ToolList => ({
  connection,
  account: "acc_1",
  app: "desk",
  label: connection,
  isDefault: false,
  signIn: 1,
  source: toolSource(RECORD),
  digest: "digest",
});

it("reads the app of a connection from memory while nothing changes", async () => {
  const compiled = await compileTools(RECORD, [{ name: "open_ticket" }]);
  const app = parseTools(compiled!.compiled);
  let own = new Map();
  const reader = createAccountAppsReader({
    catalog: { apps: [RECORD], findApp: async () => RECORD },
    ownApps: { read: async () => own },
    toolLists: {
      read: async () => [],
      find: async (_, __, connection) => ({ list: createList(connection), app }),
    },
  });
  const read = (connection: string) =>
    reader.readForConnection({ account: "acc_1" }, "desk", connection);
  const first = await read("conn_1");
  expect(first?.connectionsByTool?.get("desk.open_ticket")).toEqual(["conn_1"]);
  expect(await read("conn_1")).toBe(first);
  const second = await read("conn_2");
  expect(second?.connectionsByTool?.get("desk.open_ticket")).toEqual(["conn_2"]);
  own = new Map();
  expect(await read("conn_2")).not.toBe(second);
});
