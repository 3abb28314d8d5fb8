import type { ToolDocument } from "../../../tool-search/index.ts";
import type { AppRecord } from "../../app.ts";
import type { ToolCard, ToolRecord } from "../../tool-record.ts";
import type { Definitions } from "../schemas/schema.ts";
import type { CompileReport } from "./report.ts";

/**
 * An app as the catalog stores it. Tools, cards and documents are in the same order, sorted by tool
 * name.
 */
export interface CompiledApp {
  readonly record: AppRecord;
  /** Input schemas refer to `definitions` as `#/$defs/name`. See `selfContained`. */
  readonly tools: readonly ToolRecord[];
  readonly definitions: Definitions;
  readonly cards: readonly ToolCard[];
  readonly documents: readonly ToolDocument[];
  readonly report: CompileReport;
  /** The number of documents that the tools come from; 0 for a remote MCP server. */
  readonly from: number;
}

/** A document that can't become an app. */
export interface RejectedApp {
  readonly refused: "not_openapi" | "no_server" | "no_auth" | "no_tools" | "license" | "left_out";
  /** The reason, as a sentence. */
  readonly why: string;
  readonly report: CompileReport;
}
