export type {
  AppEntry,
  AppRecord,
  AuthMethod,
  AuthType,
  Binding,
  Field,
  Placement,
  Scope,
  Slot,
  Source,
  ToolCard,
  ToolRecord,
} from "../../../ports/apps.ts";
export { type Base, baseOf, enteredBase, whyNotPublic } from "./base.ts";
export { cardOf, inputLines } from "./card.ts";
export type { CompiledApp, Refused } from "./compiled.ts";
export { fingerprint, shortMark } from "./fingerprint.ts";
export { type Looked, lookAt } from "./look.ts";
export { readMcpServer } from "./mcp.ts";
export type { AppOverlay, DocumentOverlay, McpOverlay, OAuthEndpoints } from "./overlay.ts";
export { plain } from "./plain.ts";
export { readApp } from "./read.ts";
export type { OpenDocument, ReadOptions } from "./read-options.ts";
export type { Left, Report } from "./report.ts";
export { namesIn, selfContained } from "./self-contained.ts";
export { LONGEST_SLUG, slugOf } from "./slug.ts";
export { registrable, titleOf } from "./title.ts";
export { LONGEST_NAME } from "./tool-name.ts";
export { snake } from "./words.ts";
