import { createAppRecord } from "./app-record.ts";
import { readTools } from "./app-tools.ts";
import { readAuthMethods } from "./auth-methods.ts";
import { createCard } from "./card.ts";
import type { CompileOptions, SourceDocument } from "./compile-options.ts";
import type { CompiledApp, RejectedApp } from "./compiled-app.ts";
import { type ParsedDocument, parseDocument } from "./parsed-document.ts";
import { createNotes as newNotes } from "./report.ts";
import type { Definitions } from "./schema.ts";
import { collectDefinitions } from "./self-contained.ts";
import { createToolDocument, toolVersion } from "./tool.ts";

/** Reads one or several documents as one app. Where two have the same operation, the first one's is taken. */
export function compileApp(
  documents: readonly SourceDocument[],
  options: CompileOptions,
): CompiledApp | RejectedApp {
  const notes = newNotes();
  const definitions: Definitions = new Map();
  const reject = (refused: RejectedApp["refused"], reason: string): RejectedApp => ({
    refused,
    why: reason,
    report: notes.report({ tools: 0, schemas: 0, methods: 0 }),
  });
  const parsedDocuments: ParsedDocument[] = [];
  let rejection: [RejectedApp["refused"], string] = [
    "no_tools",
    "It has no operation that could be a tool.",
  ];
  const seen = new Set<string>();
  for (const document of documents) {
    const parsed = parseDocument(document, options, definitions, notes, seen);
    if ("operations" in parsed) parsedDocuments.push(parsed);
    else rejection = parsed.wrong;
  }
  const [first] = parsedDocuments;
  if (!first) return reject(...rejection);

  const methods = readAuthMethods(parsedDocuments, options, notes);
  if (methods.length === 0)
    return reject(
      "no_auth",
      "It declares no way to sign in, and something in it says that one is needed.",
    );

  const { record, app } = createAppRecord(first, parsedDocuments, methods, options);
  const { tools, texts: definitionText } = readTools(
    parsedDocuments,
    record,
    options,
    definitions,
    notes,
  );
  const finished = tools.map(({ draft, ...rest }) => ({
    ...rest,
    tool: {
      ...draft,
      version: toolVersion(draft, (input) =>
        collectDefinitions(input, (name) => definitionText(name)).values(),
      ),
    },
  }));
  finished.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  return {
    record: { ...record, tools: finished.length },
    tools: finished.map(({ tool }) => tool),
    definitions,
    cards: finished.map(({ tool, path, from }) => ({
      ...createCard(tool, path),
      ...(from !== record.source.document && { document: from }),
    })),
    documents: finished.map(({ tool, path, operation }) =>
      createToolDocument(tool, path, operation, app),
    ),
    from: new Set(finished.map(({ from }) => from)).size,
    report: notes.report({
      tools: finished.length,
      schemas: definitions.size,
      methods: methods.length,
    }),
  };
}
