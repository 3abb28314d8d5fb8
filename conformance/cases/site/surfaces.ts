import type { Exchanges } from "../../case.ts";
import { documentExchanges } from "./documents.ts";
import { ownPageExchanges } from "./own-pages.ts";
import { routingExchanges } from "./routing.ts";
import { everySurface } from "./every-surface.ts";

/** Each surface's own exchanges, after those that hold for every surface. */
export const surfaceExchanges: Exchanges = joined(everySurface, documentExchanges, ownPageExchanges, routingExchanges);

function joined(...all: readonly Exchanges[]): Exchanges {
  const whole: Record<string, any> = {};
  for (const [path, exchanges] of all.flatMap((each) => Object.entries(each))) whole[path] = [...(whole[path] ?? []), ...exchanges];
  return whole;
}
