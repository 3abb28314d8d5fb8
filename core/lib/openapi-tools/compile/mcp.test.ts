import { expect, it } from "vitest";
import { readMcpServer, readMcpServerInSteps } from "./mcp.ts";

const RECORD = {
  slug: "tickets",
  name: "Tickets",
  description: "Tickets.",
  vendor: "acme.io",
  categories: [],
  verified: "unverified" as const,
  base: "https://mcp.acme.io/mcp",
  baseFields: [],
  methods: [{ id: "mcp_oauth", type: "mcp_oauth" as const, fields: [], from: "overlay" as const }],
  source: {
    origin: "added",
    document: "https://mcp.acme.io/mcp",
    retrievedAt: "2026-01-01T00:00:00Z",
  },
};

it("compiles a remote server's tools with catalog names and keeps their remote names", () => {
  const app = readMcpServer(RECORD, [
    {
      name: "getTicket",
      description: "Gets one.",
      inputSchema: {
        type: "object",
        properties: { at: { $ref: "#/$defs/Place" } },
        required: ["at"],
        $defs: { Place: { type: "string", pattern: "[" } },
      },
      annotations: { readOnlyHint: true },
    },
    { name: "delete-ticket", title: "Delete a ticket" },
    { name: "delete-ticket", title: "Delete a ticket twice" },
    { description: "nameless" },
  ]);
  expect(app.tools).toMatchObject([
    {
      name: "tickets.delete_ticket",
      title: "Delete a ticket",
      remoteName: "delete-ticket",
      input: { type: "object", properties: {} },
      auth: ["mcp_oauth"],
      annotations: { readOnly: false, destructive: true },
    },
    {
      name: "tickets.get_ticket",
      title: "Get ticket",
      remoteName: "getTicket",
      input: { required: ["at"], properties: { at: { $ref: "#/$defs/Place" } } },
      annotations: { readOnly: true, destructive: false, idempotent: true },
    },
  ]);
  expect(app.definitions.get("Place")).toEqual({ type: "string" });
  expect(app.record).toMatchObject({
    kind: "mcp",
    tools: 2,
    auth: ["mcp_oauth"],
    methods: [{ toolCounts: { all: 2, readOnly: 1 } }],
  });
  expect(app.report.left.map(({ why }) => why)).toEqual([
    "Only 2 of 4 tools are used: the others have no usable name, have the name of another tool, or exceed the limit of 2000.",
    'The pattern "[" is not a valid ECMA-262 regular expression.',
  ]);
});

it("gives tools the same names in any order", () => {
  const listed = ["list_items", "listItems", "list-items", "get_item"].map((name) => ({ name }));
  const namesOf = (tools: readonly object[]) =>
    new Map(readMcpServer(RECORD, tools).tools.map(({ name, remoteName }) => [remoteName, name]));
  const names = namesOf(listed);
  expect(new Set(names.values()).size).toBe(4);
  expect(Object.fromEntries(namesOf(listed.toReversed()))).toEqual(Object.fromEntries(names));
});

it("takes a missing annotation as a warning, whatever the name of the tool", () => {
  const { tools } = readMcpServer(RECORD, [
    { name: "get_ticket" },
    { name: "list_tickets", annotations: { readOnlyHint: true, destructiveHint: true } },
    { name: "set_ticket", annotations: { destructiveHint: false, idempotentHint: true } },
  ]);
  const [silent, reading, writing] = tools.map(({ annotations }) => annotations);
  expect(silent).toEqual({
    readOnly: false,
    destructive: true,
    idempotent: false,
    openWorld: true,
  });
  expect(reading).toMatchObject({ readOnly: true, destructive: false, idempotent: true });
  expect(writing).toMatchObject({ readOnly: false, destructive: false, idempotent: true });
});

it("compiles tools whose names differ only in signs in few steps", () => {
  const listed = Array.from({ length: 1_000 }, (_, index) => ({
    name: `${"a".repeat(200)}${"-".repeat(index % 90)}${"_".repeat(index / 90)}`,
  }));
  const steps = readMcpServerInSteps(RECORD, listed);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count++;
  expect(new Set(step.value.tools.map(({ name }) => name)).size).toBe(1_000);
  // 740 more if words told them apart, of which each takes up to a second.
  expect(count).toBeLessThan(3_000);
});

it("limits the schemas of all tools together, because references can repeat a large one", () => {
  const large = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, {}]));
  // Each spelling of the reference is another schema.
  const references = ["large", "%6carge", "l%61rge", "la%72ge", "lar%67e", "larg%65"];
  const properties = Object.fromEntries(
    references.map((name) => [name, { $ref: `#/$defs/${name}` }]),
  );
  const inputSchema = { properties, $defs: { large: { properties: large } } };
  const listed = Array.from({ length: 10 }, (_, index) => ({ name: `tool_${index}`, inputSchema }));
  const { definitions, report } = readMcpServer(RECORD, listed);
  expect(JSON.stringify([...definitions.values()]).length).toBeLessThan(5_000_000);
  expect(report.left.map(({ why }) => why)).toContain("The document has too many schemas.");
});

it("names the members of arguments that refer to shared schemas", () => {
  const item = { $ref: "#/$defs/Item" };
  const { cards } = readMcpServer(RECORD, [
    {
      name: "create_items",
      inputSchema: {
        type: "object",
        properties: { item, all: { type: "array", items: item } },
        $defs: {
          Item: { type: "object", properties: { name: {}, id: {} }, required: ["id"] },
        },
      },
    },
  ]);
  expect(cards[0]!.input).toEqual([
    "item (object): Members: id (required), name.",
    "all (object[]): Members: id (required), name.",
  ]);
});
