import { expect, it } from "vitest";
import { readMcpServer } from "./mcp.ts";

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
    "Only 2 of 3 tools are used: the others have no name or exceed the limit of 2000.",
    'The pattern "[" is not a valid ECMA-262 regular expression.',
  ]);
});
