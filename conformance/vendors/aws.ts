/**
 * Compares what the tools of AWS send with what Amazon's clients send for the same input.
 * Usage: `node conformance/vendors/aws.ts FOLDER [app…]`. FOLDER/node_modules has the packages
 * `@aws-sdk/client-*`. Nothing is sent: the clients have a transport that only records.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareTools, type ToolResult } from "./aws/compare-tools.ts";
import { compileAwsApps } from "./aws/compile-apps.ts";
import { summarize, unexpectedKinds } from "./aws/summary.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    downloads: { type: "string", default: "catalog/.downloads" },
    /** Prints each difference that nobody has judged. */
    list: { type: "boolean", default: false },
  },
});
const [clients, ...only] = positionals;
if (clients === undefined) throw new Error("Pass the folder with the packages @aws-sdk/client-*.");
const folder = mkdtempSync(join(tmpdir(), "jackfield-aws-"));
try {
  const catalog = await compileAwsApps(folder, values.downloads);
  const slugs = catalog.apps
    .map(({ slug }) => slug)
    .filter((slug) => slug.startsWith("aws_") && (only.length === 0 || only.includes(slug)));
  const results: ToolResult[] = [];
  for await (const result of compareTools(catalog, clients, slugs)) {
    results.push(result);
    if (!values.list || result.skipped !== undefined) continue;
    for (const kind of unexpectedKinds(result)) {
      const difference = result.differences.find((each) => each.kind === kind)!;
      console.log(`${result.tool} ${kind}: ${difference.client} ≠ ${difference.tool}`);
    }
  }
  const { protocols, skipped, kinds, expected } = summarize(results);
  console.table(protocols);
  console.log("Not compared:", skipped);
  console.log("Expected:", expected);
  console.log("Differences:", kinds);
} finally {
  rmSync(folder, { recursive: true });
}
