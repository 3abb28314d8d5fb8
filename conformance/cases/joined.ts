import type { Exchanges } from "../case.ts";

/** Exchanges of several lists as one, in the order of the lists. */
export function joined(...all: readonly Exchanges[]): Exchanges {
  const whole: Record<string, any> = {};
  for (const [path, exchanges] of all.flatMap((each) => Object.entries(each))) whole[path] = [...(whole[path] ?? []), ...exchanges];
  return whole;
}
