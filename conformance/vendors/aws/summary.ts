import type { ToolResult } from "./compare-tools.ts";
import { EXPECTED, type ExpectedDifference } from "./expected.ts";

/** How many tools of a protocol agree with their client. */
export interface Counts {
  all: number;
  compared: number;
  agree: number;
  /** They differ in ways that `expected.ts` says are harmless. */
  harmless: number;
  /** They differ, and `expected.ts` says why. */
  expected: number;
  differ: number;
}

export interface Summary {
  readonly protocols: Readonly<Record<string, Counts>>;
  /** The number of tools by the reason why they aren't compared. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The number of tools by kind of difference, without expected ones. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The number of tools by expected difference. */
  readonly expected: Readonly<Record<string, number>>;
}

export function summarize(results: readonly ToolResult[]): Summary {
  const protocols: Record<string, Counts> = {};
  const skipped: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const expected: Record<string, number> = {};
  const count = (counts: Record<string, number>, key: string) => {
    counts[key] = (counts[key] ?? 0) + 1;
  };
  for (const result of results) {
    protocols[result.protocol] ??= {
      all: 0,
      compared: 0,
      agree: 0,
      harmless: 0,
      expected: 0,
      differ: 0,
    };
    const counts = protocols[result.protocol]!;
    counts.all += 1;
    if (result.skipped !== undefined) {
      count(skipped, result.skipped.split(":")[0]!);
      continue;
    }
    counts.compared += 1;
    const unexpected = unexpectedKinds(result);
    const judged = new Set(
      result.differences.flatMap((each) => findExpected(result.tool, each.kind) ?? []),
    );
    for (const kind of unexpected) count(kinds, kind);
    for (const { reason } of judged) count(expected, reason);
    if (unexpected.length > 0) counts.differ += 1;
    else if ([...judged].some(({ isHarmless }) => !isHarmless)) counts.expected += 1;
    else if (judged.size > 0) counts.harmless += 1;
    else counts.agree += 1;
  }
  return { protocols, skipped, kinds, expected };
}

/** The kinds of a tool's differences that nobody has judged. */
export const unexpectedKinds = ({ tool, differences }: ToolResult): readonly string[] => [
  ...new Set(
    differences.map(({ kind }) => kind).filter((kind) => findExpected(tool, kind) === undefined),
  ),
];

const findExpected = (tool: string, kind: string): ExpectedDifference | undefined =>
  EXPECTED.find((each) => each.tools.test(tool) && each.kinds.test(kind));
