export type {
  AppEntry,
  AppRecord,
  AppSource as Source,
  AuthMethod,
  AuthType,
  CredentialPlacement as Placement,
  HttpBinding as Binding,
  InputField as Field,
  OAuthScope as Scope,
  ParameterSlot as Slot,
  ToolCard,
  ToolRecord,
} from "../../../ports/apps.ts";
export {
  type BaseUrl as Base,
  explainPrivateHost as whyNotPublic,
  readBaseUrl as baseOf,
  selfHostedBaseUrl as enteredBase,
} from "./base-url.ts";
export { createCard as cardOf, inputLines } from "./card.ts";
export { compileApp as readApp } from "./compile-app.ts";
export type {
  CompileOptions as ReadOptions,
  SourceDocument as OpenDocument,
} from "./compile-options.ts";
export type { CompiledApp, RejectedApp as Refused } from "./compiled-app.ts";
export { fingerprint, shortHash as shortMark } from "./fingerprint.ts";
export { type DocumentSummary as Looked, inspectDocument as lookAt } from "./inspect-document.ts";
export { readMcpServer } from "./mcp.ts";
export { snake } from "./naming.ts";
export type { AppOverlay, DocumentOverlay, McpOverlay, OAuthEndpoints } from "./overlay.ts";
export { toPlainText as plain } from "./plain-text.ts";
export type { CompileReport as Report, Omission as Left } from "./report.ts";
export { referencedNames as namesIn, selfContained } from "./self-contained.ts";
export { createSlug as slugOf, MAX_SLUG_LENGTH as LONGEST_SLUG } from "./slug.ts";
export { readTitle as titleOf, registrableDomain as registrable } from "./title.ts";
export { MAX_NAME_LENGTH as LONGEST_NAME } from "./tool-name.ts";
