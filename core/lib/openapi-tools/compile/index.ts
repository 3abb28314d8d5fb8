export type {
  AppEntry,
  AppRecord,
  AppSource,
  AuthMethod,
  AuthType,
  CredentialPlacement,
  HttpBinding,
  InputField,
  OAuthScope,
  ParameterSlot,
  ToolCard,
  ToolRecord,
} from "../app.ts";
export {
  type BaseUrl,
  explainPrivateHost,
  readBaseUrl,
  selfHostedBaseUrl,
} from "./base-url.ts";
export { createCard } from "./card.ts";
export { compileApp } from "./compile-app.ts";
export type { CompileOptions, SourceDocument } from "./compile-options.ts";
export type { CompiledApp, RejectedApp } from "./compiled-app.ts";
export {
  parseCompiledApp,
  parseTool,
  serializeCompiledApp,
  serializeInSteps,
  serializeTool,
} from "./compiled-format.ts";
export { fingerprint, shortHash } from "./fingerprint.ts";
export { type DocumentSummary, inspectDocument } from "./inspect-document.ts";
export { plainName, readMcpServer, readMcpServerInSteps } from "./mcp.ts";
export { toModelSchema } from "./model-schema.ts";
export { snake } from "./naming.ts";
export type {
  AppOverlay,
  DocumentOverlay,
  McpOverlay,
  OAuthEndpoints,
  ToolOverlay,
} from "./overlay.ts";
export { toPlainText } from "./plain-text.ts";
export type { CompileReport, Omission } from "./report.ts";
export { referencedNames, selfContained } from "./self-contained.ts";
export { type ShortSchema, shortenSchema } from "./short-schema.ts";
export { createSlug, freeSlug, MAX_SLUG_LENGTH } from "./slug.ts";
export { readTitle } from "./title.ts";
export { withToolCounts } from "./tool-counts.ts";
export { endsInHash, MAX_TOOL_NAME_LENGTH } from "./tool-name.ts";
export { titleWords } from "./unique-titles.ts";
