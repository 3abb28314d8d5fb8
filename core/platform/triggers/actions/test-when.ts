import { compileFilter } from "../../../lib/expressions/index.ts";
import type { Action } from "../../../ports/trigger-definition.ts";
import type { EventView } from "../events/event-view.ts";

/** Why an action isn't carried out. */
interface UnmetCondition {
  /** Whether the condition failed, rather than being false. */
  readonly hasFailed: boolean;
  readonly reason: string;
}

/** Evaluates the condition of an action. Returns undefined if it holds, or if there is none. */
export function testWhen({ when }: Action, view: EventView): UnmetCondition | undefined {
  if (when === undefined) return undefined;
  const { value: filter, error } = compileFilter(when);
  const result = error ? { error } : filter.test(view);
  if (result.error) return { hasFailed: true, reason: `when: ${result.error.message}` };
  return result.value ? undefined : { hasFailed: false, reason: "`when` is false." };
}
