import { readTools } from "./app-tools.ts";
import { readAuthMethods } from "./auth/auth-methods.ts";
import { chooseCredentialTest } from "./auth/credential-test.ts";
import type { CompileOptions, SourceDocument } from "./compile-options.ts";
import {
  NO_OPERATIONS,
  type ParsedDocument,
  parseDocument,
  type Rejection,
} from "./documents/parsed-document.ts";
import { createAppRecord } from "./results/app-record.ts";
import { createCard } from "./results/card.ts";
import type { CompiledApp, RejectedApp } from "./results/compiled-app.ts";
import { createNotes } from "./results/report.ts";
import { withToolCounts } from "./results/tool-counts.ts";
import type { Definitions } from "./schemas/schema.ts";
import { collectDefinitions } from "./schemas/self-contained.ts";
import { createToolDocument, toolVersion } from "./tool.ts";

/**
 * Compiles one or more documents into one app. If two documents have the same operation, the first
 * document wins.
 */
export function compileApp(
  documents: readonly SourceDocument[],
  options: CompileOptions,
): CompiledApp | RejectedApp {
  const notes = createNotes();
  const definitions: Definitions = new Map();
  const reject = (rejection: Rejection): RejectedApp => ({
    ...rejection,
    report: notes.report({ tools: 0, schemas: 0, methods: 0 }),
  });
  const parsedDocuments: ParsedDocument[] = [];
  let rejection: Rejection = { refused: "no_tools", why: NO_OPERATIONS };
  const seen = new Set<string>();
  for (const document of documents) {
    const parsed = parseDocument(document, options, definitions, notes, seen);
    if ("operations" in parsed) parsedDocuments.push(parsed);
    else rejection = parsed;
  }
  const [first] = parsedDocuments;
  if (!first) return reject(rejection);

  const methods = readAuthMethods(parsedDocuments, options, notes);
  if (methods.length === 0)
    return reject({
      refused: "no_auth",
      why: "The document seems to require authentication but declares no supported method.",
    });

  const { record, app } = createAppRecord(first, parsedDocuments, methods, options);
  const { tools, definitionText } = readTools(parsedDocuments, record, options, definitions, notes);
  const finished = tools.map(({ draft, ...rest }) => ({
    ...rest,
    tool: {
      ...draft,
      version: toolVersion(draft, (input) => collectDefinitions(input, definitionText).values()),
    },
  }));
  finished.sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const compiledTools = finished.map(({ tool }) => tool);
  const sharedSchemas = Object.fromEntries(definitions);
  const test = chooseCredentialTest(options.slug, compiledTools, options.overlay?.test);
  return {
    record: {
      ...record,
      methods: withToolCounts(record.methods, compiledTools),
      tools: finished.length,
      ...(test && { test }),
    },
    tools: compiledTools,
    definitions,
    cards: finished.map(({ tool, path, from }) => ({
      ...createCard(tool, { path, definitions: sharedSchemas }),
      ...(from !== record.source.document && { document: from }),
    })),
    documents: finished.map(({ tool, path, operation, phrases }) =>
      createToolDocument(tool, path, operation, app, phrases),
    ),
    from: new Set(finished.map(({ from }) => from)).size,
    report: notes.report({
      tools: finished.length,
      schemas: definitions.size,
      methods: methods.length,
    }),
  };
}
