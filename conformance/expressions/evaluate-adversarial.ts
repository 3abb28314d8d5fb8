// Evaluates all adversarial programs, and prints the rules that ended them and the memory that this
// process used.
import process from "node:process";
import { compileExpression } from "../../core/lib/expressions/index.ts";
import { ADVERSARIAL_PROGRAMS, createLargeEvent } from "./adversarial-programs.ts";

const event = createLargeEvent();
let peak = 0;
const rules = ADVERSARIAL_PROGRAMS.map(({ text }) => {
  const compiled = compileExpression(text);
  const { error } = compiled.error ? compiled : compiled.value.evaluate(event);
  peak = Math.max(peak, process.memoryUsage().rss);
  return error?.rule;
});
console.log(
  JSON.stringify({ rules: rules.map((rule) => rule ?? null), megabytes: peak / 2 ** 20 }),
);
