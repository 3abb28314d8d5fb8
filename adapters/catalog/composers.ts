import type { Composer } from "../../core/lib/openapi-tools/body/index.ts";
import { APP_COMPOSERS } from "./app-index.ts";

/**
 * Loads a composer of an app from `apps/SLUG/compose.ts`. Returns undefined if the catalog is of a
 * version that has more composers than this one.
 */
export async function loadComposer(slug: string, name: string): Promise<Composer | undefined> {
  const load = Object.hasOwn(APP_COMPOSERS, slug) ? APP_COMPOSERS[slug] : undefined;
  const composers = (await load?.())?.COMPOSERS ?? {};
  return Object.hasOwn(composers, name) ? composers[name] : undefined;
}
