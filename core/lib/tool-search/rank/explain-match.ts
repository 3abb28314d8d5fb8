import { readNumbers } from "../index/numbers.ts";
import type { ToolIndex } from "../index/open-index.ts";
import type { Step } from "../task/parse-task.ts";

/** Explains in short phrases why a tool matches. */
export function explainMatch(
  index: ToolIndex,
  tool: number,
  { queryTerms }: Step,
  slug: string,
  isConnected: boolean,
): string[] {
  const [, ...labels] = readNumbers(
    index.labels,
    index.labelStarts[tool]!,
    index.labelStarts[tool + 1]!,
  );
  const names = new Set(index.appNames.byApp[index.appOf[tool]!]!.flatMap((terms) => [...terms]));
  const nameTerms: string[] = [];
  const appTerms: string[] = [];
  for (const { term, word } of queryTerms) {
    const number = index.terms.find(term);
    if (number < 0) continue;
    if (names.has(number)) appTerms.push(word.toLowerCase());
    else if (labels.includes(number)) nameTerms.push(word.toLowerCase());
  }
  const reasons: string[] = [];
  if (nameTerms.length > 0) reasons.push(`name matches ${nameTerms.join(", ")}`);
  if (appTerms.length > 0) reasons.push(`app name matches ${appTerms.join(" ")}`);
  if (isConnected) reasons.push(`${slug} is connected`);
  return reasons.length > 0 ? reasons : ["description matches the task"];
}
