import { didYouMean } from "../../../core/lib/kit/text/find-nearest.ts";
import type { Catalog } from "../../../core/ports/catalog.ts";
import { StartupError } from "../../runtime/startup-error.ts";
import type { CurrentCatalog } from "../current.ts";
import type { AppOverrides } from "./app-overrides.ts";

/** Returns what is wrong with the first app of `APP_OVERRIDES` that the catalog doesn't have. */
function explainUnknownOverride(
  apps: Catalog["apps"],
  overrides: AppOverrides,
): { readonly message: string; readonly hint: string } | undefined {
  const slugs = apps.map(({ slug }) => slug);
  const unknown = [...overrides.keys()].find((slug) => !slugs.includes(slug));
  if (unknown === undefined) return undefined;
  return {
    message: `APP_OVERRIDES names "${unknown}", but the catalog has no such app.`,
    hint: didYouMean(unknown, slugs) || "Remove it, or use the ID of an app of the catalog.",
  };
}

/**
 * Throws a `StartupError` for a mistyped app of `APP_OVERRIDES`, whose tools would call the real app.
 * While the catalog is compiled, the sentence is logged afterwards.
 */
export function requireKnownOverrides(
  catalog: Pick<CurrentCatalog, "apps" | "ready">,
  overrides: AppOverrides,
  log: (message: string) => void,
): void {
  if (overrides.size === 0) return;
  const explain = () => explainUnknownOverride(catalog.apps, overrides);
  if (catalog.apps.length > 0) {
    const unknown = explain();
    if (unknown) throw new StartupError(unknown.message, { hint: unknown.hint });
    return;
  }
  void catalog.ready.then(() => {
    const unknown = catalog.apps.length > 0 ? explain() : undefined;
    if (unknown) log(`${unknown.message} ${unknown.hint}`);
  });
}
