import { readNumbers } from "./numbers.ts";
import type { ToolIndex } from "./open.ts";
import type { Step } from "./request.ts";

/** Why a tool was found, in short words for people. */
export function reasons(
  index: ToolIndex,
  tool: number,
  { asked }: Step,
  slug: string,
  isConnected: boolean,
): string[] {
  const [, ...labels] = readNumbers(
    index.labels,
    index.labelStarts[tool]!,
    index.labelStarts[tool + 1]!,
  );
  const names = new Set(index.appNames.of[index.appOf[tool]!]!.flatMap((words) => [...words]));
  const inName: string[] = [];
  const inApp: string[] = [];
  for (const { term, word } of asked) {
    const number = index.terms.find(term);
    if (number < 0) continue;
    if (names.has(number)) inApp.push(word.toLowerCase());
    else if (labels.includes(number)) inName.push(word.toLowerCase());
  }
  const why: string[] = [];
  if (inName.length > 0) why.push(`name has ${inName.join(", ")}`);
  if (inApp.length > 0) why.push(`app named ${inApp.join(" ")}`);
  if (isConnected) why.push(`${slug} is connected`);
  return why.length > 0 ? why : ["its description has words of the task"];
}
