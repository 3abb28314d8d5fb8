import { type HtmlNode, leadingText } from "../parse/tree.ts";

const LINE_NUMBER_CLASS =
  /(?:^|[\s-])(?:line-?numbers?(?:-rows)?|line-?nos?|linenodiv|gutter|hljs-ln-numbers?|ln|lnt|ln-num|blob-num|crayon-nums?)(?:[\s-]|$)/i;

/** How many ancestors of a `<pre>` are searched for a column of line numbers. */
const MAX_STEPS = 3;

/**
 * Whether an element holds the line numbers of a listing. Its class says so, and its text is only
 * numbers, because Prism gives the same class to the code itself.
 */
export function isLineNumber(node: HtmlNode): boolean {
  const className = node.attributes?.class;
  if (className === undefined || !LINE_NUMBER_CLASS.test(className.slice(0, 500))) return false;
  const text = leadingText(node);
  return /\d/.test(text) && !/[^\d\s.:|]/.test(text);
}

/** Whether a `<pre>` is the column of line numbers beside a listing. */
export function isLineNumberColumn(pre: HtmlNode): boolean {
  let node: HtmlNode | undefined = pre;
  for (let steps = 0; node && steps <= MAX_STEPS; steps++, node = node.parent)
    if (isLineNumber(node)) return true;
  return false;
}
