import type { AppRecord, ToolCard, ToolRecord } from "../../../ports/apps.ts";
import type { ToolDocument } from "../find/document.ts";
import type { CompileReport } from "./report.ts";
import type { Definitions } from "./schema.ts";

/** An app as the catalog keeps it. Tools, cards and documents are in the same order, by name. */
export interface CompiledApp {
  readonly record: AppRecord;
  /** Their inputs refer to `definitions` as `#/$defs/name`; see `selfContained`. */
  readonly tools: readonly ToolRecord[];
  readonly definitions: Definitions;
  readonly cards: readonly ToolCard[];
  readonly documents: readonly ToolDocument[];
  readonly report: CompileReport;
  /** How many documents its tools are from. */
  readonly from: number;
}

/** A document that is no app, and why. */
export interface RejectedApp {
  readonly refused: "not_openapi" | "no_server" | "no_auth" | "no_tools" | "license" | "left_out";
  /** A sentence. */
  readonly why: string;
  readonly report: CompileReport;
}
