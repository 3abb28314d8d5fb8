import { type ASTNode, Environment, ParseError } from "@marcbachmann/cel-js";
import type { Range } from "./failure.ts";

/** The parsed expression, or why it can't be parsed. */
type Parsed =
  | { readonly ast: ASTNode }
  | {
      readonly rule: "syntax" | "limit";
      readonly message: string;
      readonly range?: Range | undefined;
    };

/** The most nodes of an expression. */
const MAX_NODES = 500;
const MAX_DEPTH = 30;
/** The parser remembers each name of a function, so it is replaced after this many expressions. */
const MAX_PARSED = 1_000;

const createParser = (): Environment =>
  new Environment({
    limits: {
      maxAstNodes: MAX_NODES,
      maxDepth: MAX_DEPTH,
      maxListElements: 100,
      maxMapEntries: 100,
    },
    // A parser with its own function doesn't share the names with all others.
  }).registerFunction("unused(dyn): dyn", (value: unknown) => value);

let parser = createParser();
let parsed = 0;

/** Parses an expression. Anything that the parser throws is an error of the expression. */
export function parse(text: string): Parsed {
  if (parsed++ >= MAX_PARSED) {
    parser = createParser();
    parsed = 0;
  }
  try {
    return { ast: parser.parse(text).ast };
  } catch (error) {
    if (!(error instanceof ParseError))
      return { rule: "syntax", message: "The expression can't be parsed." };
    const isLimit = error.code.includes("limit") || error.code.includes("max");
    return {
      rule: isLimit ? "limit" : "syntax",
      message: toSentence(error.summary),
      range: error.range,
    };
  }
}

const toSentence = (summary: string): string =>
  `${summary[0]?.toUpperCase() ?? ""}${summary.slice(1)}${summary.endsWith(".") ? "" : "."}`;
