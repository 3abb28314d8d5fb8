import expected from "./expected.json" with { type: "json" };
import type { ToolResult } from "./tool-results.ts";

/** A judged difference from the client. */
interface ExpectedDifference {
  /** A regular expression that matches the names of tools. */
  readonly tools: string;
  /** A regular expression that matches the kinds of differences. */
  readonly class: string;
  readonly reason: string;
  /** The source of the judgment. "documentation" cites a page. */
  readonly judge: "client" | "documentation" | "protocol";
  /** The page of the vendor's documentation or published source. */
  readonly page?: string;
  /** Whether the service accepts the tool's request all the same. */
  readonly isHarmless: boolean;
}

/** The largest share of a vendor's tools that may differ as expected. */
export const MAX_EXPECTED_SHARE = 0.02;

export const EXPECTED = expected as Readonly<Record<string, readonly ExpectedDifference[]>>;

const all = Object.values(EXPECTED)
  .flat()
  .map((each) => ({ ...each, tools: new RegExp(each.tools), class: new RegExp(each.class) }));

/** The reasons of a tool's judged differences. */
export const expectedReasons = ({ tool, differences }: ToolResult): readonly string[] => [
  ...new Set(differences.flatMap(({ kind }) => findExpected(tool, kind)?.reason ?? [])),
];

/** The kinds of a tool's differences that nobody has judged. */
export const unexpectedKinds = ({ tool, differences }: ToolResult): readonly string[] => [
  ...new Set(
    differences.map(({ kind }) => kind).filter((kind) => findExpected(tool, kind) === undefined),
  ),
];

/** Whether services accept what a tool sends, although the client sends something else. */
export const isHarmless = ({ tool, differences }: ToolResult): boolean =>
  differences.every(({ kind }) => findExpected(tool, kind)?.isHarmless === true);

const findExpected = (tool: string, kind: string) =>
  all.find((each) => each.tools.test(tool) && each.class.test(kind));
