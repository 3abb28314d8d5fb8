import { recordOf } from "./app-record.ts";
import { toolsOf } from "./app-tools.ts";
import { cardOf } from "./card.ts";
import type { CompiledApp, Refused } from "./compiled.ts";
import { methodsOf } from "./methods.ts";
import { type Part, partOf } from "./part.ts";
import type { OpenDocument, ReadOptions } from "./read-options.ts";
import { notes as newNotes } from "./report.ts";
import type { Definitions } from "./schema.ts";
import { closureOf } from "./self-contained.ts";
import { documentOf, versionOf } from "./tool.ts";

/** Reads one or several documents as one app. Where two have the same operation, the first one's is taken. */
export function readApp(
  documents: readonly OpenDocument[],
  options: ReadOptions,
): CompiledApp | Refused {
  const notes = newNotes();
  const definitions: Definitions = new Map();
  const refuse = (refused: Refused["refused"], why: string): Refused => ({
    refused,
    why,
    report: notes.report({ tools: 0, schemas: 0, methods: 0 }),
  });
  const parts: Part[] = [];
  let wrong: [Refused["refused"], string] = [
    "no_tools",
    "It has no operation that could be a tool.",
  ];
  const seen = new Set<string>();
  for (const document of documents) {
    const part = partOf(document, options, definitions, notes, seen);
    if ("operations" in part) parts.push(part);
    else wrong = part.wrong;
  }
  const [first] = parts;
  if (!first) return refuse(...wrong);

  const methods = methodsOf(parts, options, notes);
  if (methods.length === 0)
    return refuse(
      "no_auth",
      "It declares no way to sign in, and something in it says that one is needed.",
    );

  const { record, app } = recordOf(first, parts, methods, options);
  const { tools, texts } = toolsOf(parts, record, options, definitions, notes);
  const finished = tools.map(({ draft, ...rest }) => ({
    ...rest,
    tool: {
      ...draft,
      version: versionOf(draft, (input) => closureOf(input, (name) => texts(name)).values()),
    },
  }));
  finished.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  return {
    record: { ...record, tools: finished.length },
    tools: finished.map(({ tool }) => tool),
    definitions,
    cards: finished.map(({ tool, path, from }) => ({
      ...cardOf(tool, path),
      ...(from !== record.source.document && { document: from }),
    })),
    documents: finished.map(({ tool, path, operation }) => documentOf(tool, path, operation, app)),
    from: new Set(finished.map(({ from }) => from)).size,
    report: notes.report({
      tools: finished.length,
      schemas: definitions.size,
      methods: methods.length,
    }),
  };
}
