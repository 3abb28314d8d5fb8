import type { Annotations, AppRecord, AuthMethod, ToolRecord } from "../../../ports/apps.ts";
import { annotationsOf } from "./annotations.ts";
import { cardOf } from "./card.ts";
import type { CompiledApp } from "./compiled.ts";
import { isObject, objectAt, own, textAt } from "./document.ts";
import { fingerprint } from "./fingerprint.ts";
import { plain } from "./plain.ts";
import { notes as newNotes } from "./report.ts";
import { type Definitions, schemaReader } from "./schema.ts";
import { wordless } from "./tool.ts";
import { toolNames } from "./tool-name.ts";
import { snake, spoken } from "./words.ts";

const MOST_TOOLS = 2_000;

/** A remote MCP server as an app: its record, and the tools that it has listed (`tools/list`), as it says them. */
export function readMcpServer(
  record: Omit<AppRecord, "kind" | "tools" | "auth">,
  listed: readonly unknown[],
): CompiledApp {
  const notes = newNotes();
  const definitions: Definitions = new Map();
  const usable = listed
    .filter((tool) => isObject(tool) && textAt(tool, "name") !== undefined)
    .slice(0, MOST_TOOLS);
  if (usable.length < listed.length)
    notes.leave(
      "tools/list",
      `Of ${listed.length} tools ${usable.length} are taken: the others have no name, or are more than ${MOST_TOOLS}.`,
    );
  // Two tools of one name would be one: what tells them apart is their place.
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
      const schemas = schemaReader(objectAt(tool, "inputSchema"), definitions, notes);
      const read = schemas.read(objectAt(tool, "inputSchema"), remoteName);
      schemas.finish();
      const input = { properties: {}, ...read, type: "object" };
      const title =
        plain(own(tool, "title") ?? own(objectAt(tool, "annotations"), "title"), 120) ||
        spoken(snake(remoteName));
      const annotations = hintsOf(tool, name.slice(name.indexOf(".") + 1));
      return {
        name,
        title,
        description: plain(own(tool, "description")) || title,
        input,
        annotations,
        scopes: [],
        auth,
        remoteName,
        version: fingerprint(JSON.stringify([remoteName, wordless(input), annotations, auth])),
      };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const app = [record.name, record.vendor, ...(record.aliases ?? [])];
  return {
    record: {
      ...record,
      kind: "mcp",
      auth: [...new Set(record.methods.map(({ type }: AuthMethod) => type))],
      tools: tools.length,
    },
    tools,
    definitions,
    cards: tools.map((tool) => cardOf(tool)),
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

/** A server's own hints, and ours where it gives none. */
function hintsOf(tool: unknown, name: string): Annotations {
  const said = objectAt(tool, "annotations");
  const guessed = annotationsOf("POST", name);
  const hint = (key: string, otherwise: boolean) =>
    typeof said[key] === "boolean" ? said[key] : otherwise;
  const readOnly = hint("readOnlyHint", guessed.readOnly);
  return {
    readOnly,
    destructive: !readOnly && hint("destructiveHint", guessed.destructive),
    idempotent: hint("idempotentHint", readOnly),
    openWorld: hint("openWorldHint", true),
  };
}
