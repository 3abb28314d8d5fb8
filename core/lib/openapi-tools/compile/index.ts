export { compileApp } from "./compile-app.ts";
export type { CompileOptions, SourceDocument } from "./compile-options.ts";
export { explainPrivateHost } from "./documents/base-url.ts";
export { fingerprint } from "./documents/fingerprint.ts";
export { type DocumentSummary, inspectDocument } from "./documents/inspect-document.ts";
export { toPlainText } from "./documents/plain-text.ts";
export { plainName, readMcpServer, readMcpServerInSteps } from "./mcp.ts";
export { snake } from "./names/naming.ts";
export { createSlug, freeSlug, MAX_SLUG_LENGTH } from "./names/slug.ts";
export { endsInHash, MAX_TOOL_NAME_LENGTH } from "./names/tool-name.ts";
export { titleWords } from "./names/unique-titles.ts";
export type { AppOverlay, DocumentOverlay, McpOverlay } from "./overlay.ts";
export { createCard } from "./results/card.ts";
export type { CompiledApp, RejectedApp } from "./results/compiled-app.ts";
export {
  parseCompiledApp,
  parseTool,
  serializeCompiledApp,
  serializeInSteps,
  serializeTool,
} from "./results/compiled-format.ts";
export type { CompileReport } from "./results/report.ts";
export { withToolCounts } from "./results/tool-counts.ts";
export { toModelSchema } from "./schemas/model-schema.ts";
export { referencedNames, selfContained } from "./schemas/self-contained.ts";
export { shortenSchema } from "./schemas/short-schema.ts";
