import { isObject, objectAt, ownValue, textAt } from "../../kit/json-access.ts";
import type { AppRecord, AuthMethod, ToolAnnotations, ToolRecord } from "../app.ts";
import { deriveAnnotations } from "./annotations.ts";
import { createCard } from "./card.ts";
import type { CompiledApp } from "./compiled-app.ts";
import { fingerprint } from "./fingerprint.ts";
import { humanize, snake } from "./naming.ts";
import { toPlainText } from "./plain-text.ts";
import { createNotes } from "./report.ts";
import { createSchemaReader, type Definitions } from "./schema.ts";
import { withoutDescriptions } from "./tool.ts";
import { withToolCounts } from "./tool-counts.ts";
import { toolNames } from "./tool-name.ts";

const MAX_TOOLS = 2_000;

/**
 * Compiles a remote MCP server into an app. `listed` are the tools from its `tools/list` results.
 */
export function readMcpServer(
  record: Omit<AppRecord, "kind" | "tools" | "auth">,
  listed: readonly unknown[],
): CompiledApp {
  const notes = createNotes();
  const definitions: Definitions = new Map();
  const usable = listed
    .filter((tool) => isObject(tool) && textAt(tool, "name") !== undefined)
    .slice(0, MAX_TOOLS);
  if (usable.length < listed.length)
    notes.omit(
      "tools/list",
      `Only ${usable.length} of ${listed.length} tools are used: the others have no name or exceed the limit of ${MAX_TOOLS}.`,
    );
  // The index as the path gives tools with the same name different hashes.
  const names = toolNames(
    record.slug,
    usable.map((tool, index) => ({
      method: "call",
      path: `/${index}`,
      operationId: textAt(tool, "name")!.replace(/^(?:GET|POST|PUT|DELETE|PATCH)_/, "$& "),
    })),
  );
  const auth = record.methods.filter(({ type }) => type !== "none").map(({ id }) => id);
  const tools = usable
    .map((tool, index): ToolRecord => {
      const name = names[index]!;
      const remoteName = textAt(tool, "name")!;
      const schemas = createSchemaReader(objectAt(tool, "inputSchema"), definitions, notes);
      const inputSchema = schemas.read(objectAt(tool, "inputSchema"), remoteName);
      schemas.finish();
      const input = { properties: {}, ...inputSchema, type: "object" };
      const title =
        toPlainText(
          ownValue(tool, "title") ?? ownValue(objectAt(tool, "annotations"), "title"),
          120,
        ) || humanize(snake(remoteName));
      const annotations = readHints(tool, name.slice(name.indexOf(".") + 1));
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
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const app = [record.name, record.vendor, ...(record.aliases ?? [])];
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
    cards: tools.map((tool) => createCard(tool)),
    documents: tools.map(({ name, title, description, input }) => ({
      name,
      app,
      categories: record.categories,
      title,
      description,
      parameters: Object.keys(objectAt(input, "properties")).slice(0, 40),
      tags: [],
    })),
    from: 0,
    report: notes.report({
      tools: tools.length,
      schemas: definitions.size,
      methods: record.methods.length,
    }),
  };
}

/** The server's own annotations. Missing ones are guessed from the tool's name. */
function readHints(tool: unknown, name: string): ToolAnnotations {
  const declared = objectAt(tool, "annotations");
  const guessed = deriveAnnotations("POST", name);
  const hint = (key: string, fallback: boolean) =>
    typeof declared[key] === "boolean" ? declared[key] : fallback;
  const readOnly = hint("readOnlyHint", guessed.readOnly);
  return {
    readOnly,
    destructive: !readOnly && hint("destructiveHint", guessed.destructive),
    idempotent: hint("idempotentHint", readOnly),
    openWorld: hint("openWorldHint", true),
  };
}
