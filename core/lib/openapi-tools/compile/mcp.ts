import type { Schema } from "../../json-schema/index.ts";
import { runAtOnce, type Steps } from "../../kit/flow/slices.ts";
import { isObject, objectAt, ownValue, requireTextAt, textAt } from "../../kit/json/json-access.ts";
import { requireValue } from "../../kit/require-value.ts";
import type { AppRecord, AuthMethod } from "../app.ts";
import type { ToolAnnotations, ToolCard, ToolRecord } from "../tool-record.ts";
import { fingerprint } from "./documents/fingerprint.ts";
import { toPlainText } from "./documents/plain-text.ts";
import type { NamedOperation } from "./names/distinct-names.ts";
import { humanize, snake } from "./names/naming.ts";
import { toolNamesInSteps } from "./names/tool-name.ts";
import { createCard } from "./results/card.ts";
import type { CompiledApp } from "./results/compiled-app.ts";
import { type CompileNotes, createNotes } from "./results/report.ts";
import { withToolCounts } from "./results/tool-counts.ts";
import { createSchemaReader, type Definitions } from "./schemas/schema.ts";
import { withoutDescriptions } from "./tool.ts";

const MAX_TOOLS = 2_000;
const MAX_REMOTE_NAME_LENGTH = 300;
/** A server can choose names that take minutes to tell apart by their words. */
const MAX_AMBIGUOUS_NAMES = 10;
/** The subschemas of all tools. References can repeat a large schema thousands of times. */
const MAX_SCHEMAS = 150_000;
/** The subschemas of one tool, which are read in one step. */
const MAX_SCHEMAS_OF_TOOL = 5_000;

/** An app before its tools are known. */
type McpRecord = Omit<AppRecord, "kind" | "tools" | "auth">;

/**
 * Compiles a remote MCP server into an app. `listed` are the tools from its `tools/list` results. The
 * names of the tools don't depend on their order.
 */
export const readMcpServer = (record: McpRecord, listed: readonly unknown[]): CompiledApp =>
  runAtOnce(readMcpServerInSteps(record, listed));

/** Does the work of `readMcpServer` step by step. */
export function* readMcpServerInSteps(
  record: McpRecord,
  listed: readonly unknown[],
): Steps<CompiledApp> {
  const notes = createNotes();
  const definitions: Definitions = new Map();
  const usable = chooseUsable(listed);
  if (usable.length < listed.length)
    notes.omit(
      "tools/list",
      `Only ${usable.length} of ${listed.length} tools are used: the others have no usable name, have the name of another tool, or exceed the limit of ${MAX_TOOLS}.`,
    );
  const tools = yield* readToolsInSteps(record, usable, definitions, notes);
  const cards: ToolCard[] = [];
  const sharedSchemas = Object.fromEntries(definitions);
  for (const tool of tools) {
    cards.push(createCard(tool, { definitions: sharedSchemas }));
    yield;
  }
  return {
    record: {
      ...record,
      kind: "mcp",
      auth: [...new Set(record.methods.map(({ type }: AuthMethod) => type))],
      methods: withToolCounts(record.methods, tools),
      tools: tools.length,
    },
    tools,
    definitions,
    cards,
    documents: createDocuments(record, tools),
    from: 0,
    report: notes.report({
      tools: tools.length,
      schemas: definitions.size,
      methods: record.methods.length,
    }),
  };
}

/** Reads the tools of a server, in the order of their names. */
function* readToolsInSteps(
  record: McpRecord,
  listed: readonly unknown[],
  definitions: Definitions,
  notes: CompileNotes,
): Steps<readonly ToolRecord[]> {
  const names = yield* toolNamesInSteps(
    record.slug,
    listed.map(toNamedOperation),
    [record.slug],
    MAX_AMBIGUOUS_NAMES,
  );
  let remainingSchemas = MAX_SCHEMAS;
  const auth = record.methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const tools: ToolRecord[] = [];
  for (const [index, tool] of listed.entries()) {
    const budget = { schemas: Math.min(remainingSchemas, MAX_SCHEMAS_OF_TOOL) };
    remainingSchemas -= budget.schemas;
    const inputSchema = objectAt(tool, "inputSchema");
    const schemas = createSchemaReader(inputSchema, definitions, notes, budget);
    const input = schemas.read(inputSchema, requireTextAt(tool, "name"));
    yield* schemas.finishInSteps();
    remainingSchemas += Math.max(budget.schemas, 0);
    tools.push(createTool(tool, requireValue(names[index], "the name of a tool"), input, auth));
    yield;
  }
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function toNamedOperation(tool: unknown): NamedOperation {
  const remoteName = requireTextAt(tool, "name");
  return {
    method: "call",
    // Tools whose names differ only in signs or in case get different hashes.
    path: `/${remoteName}`,
    operationId: remoteName.replace(/^(?:GET|POST|PUT|DELETE|PATCH)_/, "$& "),
  };
}

function createTool(
  tool: unknown,
  name: string,
  inputSchema: Schema,
  auth: readonly string[],
): ToolRecord {
  const remoteName = requireTextAt(tool, "name");
  const input = { properties: {}, ...inputSchema, type: "object" };
  const title =
    toPlainText(ownValue(tool, "title") ?? ownValue(objectAt(tool, "annotations"), "title"), 120) ||
    humanize(snake(remoteName));
  const annotations = readHints(tool);
  return {
    name,
    title,
    description: toPlainText(ownValue(tool, "description")) || title,
    input,
    annotations,
    scopes: [],
    auth,
    remoteName,
    version: fingerprint(
      JSON.stringify([remoteName, withoutDescriptions(input), annotations, auth]),
    ),
  };
}

function createDocuments(
  record: McpRecord,
  tools: readonly ToolRecord[],
): CompiledApp["documents"] {
  const app = [plainName(record.name), record.vendor, ...(record.aliases ?? [])];
  return tools.map(({ name, title, description, input }) => ({
    name,
    app,
    categories: record.categories,
    title,
    description,
    parameters: Object.keys(objectAt(input, "properties")).slice(0, 40),
    tags: [],
  }));
}

/**
 * Returns the name that tasks use: "Notes" for "Notes (MCP)", which the catalog tells apart from
 * the HTTP API of Notes.
 */
export const plainName = (name: string): string => name.replace(/ \(MCP\)$/, "");

/** Returns the tools with a usable name. Of tools with the same name, the first one is used. */
function chooseUsable(listed: readonly unknown[]): readonly unknown[] {
  const byName = new Map<string, unknown>();
  for (const tool of listed) {
    const name = isObject(tool) ? textAt(tool, "name") : undefined;
    if (name !== undefined && name.length <= MAX_REMOTE_NAME_LENGTH && !byName.has(name))
      byName.set(name, tool);
  }
  return [...byName.values()].slice(0, MAX_TOOLS);
}

/**
 * Reads the server's own annotations, which are only hints. A tool without them may change and delete
 * something, as MCP says.
 */
function readHints(tool: unknown): ToolAnnotations {
  const declared = objectAt(tool, "annotations");
  const hint = (key: string, fallback: boolean) =>
    typeof declared[key] === "boolean" ? declared[key] : fallback;
  const readOnly = hint("readOnlyHint", false);
  return {
    readOnly,
    destructive: !readOnly && hint("destructiveHint", true),
    idempotent: readOnly || hint("idempotentHint", false),
    openWorld: hint("openWorldHint", true),
  };
}
