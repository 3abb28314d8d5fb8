import { describe, expect, it } from "vitest";
import { EXPECTED } from "./expected.ts";
import { findFailure, summarize } from "./summary.ts";
import type { ToolResult } from "./tool-results.ts";

const result = (tool: string, kinds: readonly string[], skipped?: string): ToolResult => ({
  tool,
  differences: kinds.map((kind) => ({ kind, client: "a", tool: "b" })),
  skipped,
});
const harmless = result("aws_kinesis.put_record", ["host"]);

describe("summarize", () => {
  it("counts agreement, judged differences, others and tools that can't be compared", () => {
    const { rows, ...counts } = summarize("aws", [
      result("aws_s3.a", []),
      harmless,
      { ...result("aws_kinesis.put_record", ["host", "path"]), group: "json" },
      result("aws_s3.b", [], "no client"),
      result("aws_s3.c", [], "the client rejects the input: a"),
    ]);
    expect(rows).toEqual({
      aws: { tools: 5, compared: 3, agree: 1, expected: 1, differ: 1, "not comparable": 2 },
      "aws json": {
        tools: 1,
        compared: 1,
        agree: 0,
        expected: 0,
        differ: 1,
        "not comparable": 0,
      },
    });
    expect(counts).toEqual({
      skipped: { "no client": 1, "the client rejects the input": 1 },
      kinds: { path: 1 },
      expected: { "The client prefers a host of the account if it knows it from an ARN.": 2 },
    });
  });
});

describe("findFailure", () => {
  const agree = Array.from({ length: 50 }, (_, index) => result(`aws_s3.a${index}`, []));

  it("reports any difference that nobody has judged", () => {
    expect(findFailure("aws", summarize("aws", agree))).toBeUndefined();
    expect(findFailure("aws", summarize("aws", [...agree, result("aws_s3.a", ["path"])]))).toBe(
      "1 tools of aws differ. Add --list to print the differences.",
    );
  });

  it("reports that more than 2 % of the tools differ as expected", () => {
    expect(findFailure("aws", summarize("aws", [...agree, harmless]))).toBeUndefined();
    const many = summarize("aws", [...agree, harmless, harmless]);
    expect(findFailure("aws", many)).toBe("expected.json has more than 2 % of the tools of aws.");
    expect(findFailure("aws", many, { isWhole: false })).toBeUndefined();
  });
});

describe("expected.json", () => {
  it.each(Object.values(EXPECTED).flat())("has a judged reason for $tools", (each) => {
    const cited = each.judge === "documentation" ? ["page"] : [];
    expect(Object.keys(each)).toEqual([
      ...["tools", "class", "reason", "judge"],
      ...[...cited, "isHarmless"],
    ]);
    if (each.page !== undefined) expect(each.page).toMatch(/^https:\/\//);
    expect(each.tools).toMatch(/^\^/);
    expect(() => [new RegExp(each.tools), new RegExp(each.class)]).not.toThrow();
    expect(each.reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(["client", "documentation", "protocol"]).toContain(each.judge);
  });
});
