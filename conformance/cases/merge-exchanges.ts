import type { Exchanges, SiteContext, TestContext } from "../case.ts";

/** Merges lists of exchanges by path. Exchanges of the same path keep the order of the lists. */
export function mergeExchanges<Finds extends TestContext = SiteContext>(
  ...all: readonly Exchanges<Finds>[]
): Exchanges<Finds> {
  const whole: Record<string, any> = {};
  for (const [path, exchanges] of all.flatMap((each) => Object.entries(each)))
    whole[path] = [...(whole[path] ?? []), ...exchanges];
  return whole;
}
