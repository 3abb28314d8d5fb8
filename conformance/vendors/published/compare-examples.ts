import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import { compareCall } from "../client-runs/compare-call.ts";
import type { ToolResult } from "../tool-results.ts";
import { createExampleRequest } from "./example-request.ts";
import { readPublishedExamples } from "./published-examples.ts";

/** Compares tools with the examples that vendors publish. */
export async function* compareExamples(
  catalog: OpenCatalog,
  slugs: readonly string[],
): AsyncGenerator<ToolResult> {
  for (const app of slugs) {
    const file = readPublishedExamples(app);
    for (const example of file.examples) {
      const sent = createExampleRequest(example, file);
      const options = { ...file, comparedHeaders: Object.keys(sent.headers) };
      yield {
        tool: example.tool,
        group: app,
        source: example.source,
        ...(await compareCall(catalog, options, [example.tool, example.arguments], sent)),
      };
    }
  }
}
