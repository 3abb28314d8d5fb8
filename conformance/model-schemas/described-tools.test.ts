import process from "node:process";
import { describe, expect, it } from "vitest";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { inputSchemaView } from "../../core/platform/operations/views.ts";
import {
  type AgentTool,
  createAgentFunctions,
} from "../../generated/clients/js/src/runtime/agent-tools.ts";
import type { SchemaMode } from "../../generated/clients/js/src/runtime/function-schemas.ts";
import { runsTier } from "../tiers.ts";
import {
  type CheckTool,
  checkAnthropic,
  checkGemini,
  checkOpenAI,
  checkSchema,
  checkStrict,
  type Violation,
} from "./rules.ts";

const folder = process.env["CATALOG_DIR"];
/** Of the tools of the catalog, every one in CI, and some otherwise. */
const STEP = runsTier("ci") ? 1 : 101;

const CHECKS: readonly [SchemaMode, CheckTool][] = [
  ["standard", checkOpenAI],
  ["standard", checkAnthropic],
  ["strict", checkStrict],
  ["gemini", checkGemini],
];

const client = { tools: { run: () => Promise.reject(new Error("not run")) } };

/** What the providers refuse of a tool, if its arguments are described with this schema. */
function checkTool(name: string, input_schema: AgentTool["input_schema"]): readonly Violation[] {
  const tool = {
    name,
    app: name.split(".")[0]!,
    title: "Title",
    description: "Description.",
    input_schema: input_schema!,
    annotations: { read_only: true, destructive: false },
  };
  return [
    ...checkSchema(input_schema),
    ...CHECKS.flatMap(([mode, check]) => {
      const [offered] = createAgentFunctions(client, [tool], { mode }).functions;
      return check(offered!).map((violation) => `${check.name}: ${violation}`);
    }),
  ];
}

describe("the described tools of the catalog", () => {
  it("are accepted by OpenAI, Anthropic and Gemini", async ({ skip }) => {
    if (!folder) return skip("CATALOG_DIR names no catalog");
    const catalog = (await openCatalog(folder))!;
    const violations: string[] = [];
    let checked = 0;
    for (let number = 0; number < catalog.tools; number += STEP) {
      const [card] = await catalog.readCards([number]);
      const tool = (await catalog.findTool(card!.name))!;
      const { input_schema } = inputSchemaView(tool.input);
      for (const violation of checkTool(tool.name, input_schema))
        violations.push(`${tool.name} ${violation}`);
      checked++;
    }
    expect(checked).toBeGreaterThan(500);
    expect(violations.slice(0, 20), `${violations.length} violations`).toEqual([]);
  }, 600_000);
});
