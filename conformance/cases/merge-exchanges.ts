import type { Exchanges, SiteContext, TestContext } from "../case.ts";

/** Exchanges of several lists as one, in the order of the lists. */
export function mergeExchanges<Finds extends TestContext = SiteContext>(
  ...all: readonly Exchanges<Finds>[]
): Exchanges<Finds> {
  const whole: Record<string, any> = {};
  for (const [path, exchanges] of all.flatMap((each) => Object.entries(each)))
    whole[path] = [...(whole[path] ?? []), ...exchanges];
  return whole;
}
