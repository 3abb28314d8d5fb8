import type { Dialect } from "../sql.ts";

/** The value of a column with apps: a JSON array, whose elements are arrays because of `elements`. */
export const toAppRows = (apps: readonly string[]): string =>
  JSON.stringify(apps.map((app) => [app]));

/** The parameter of `areAmong`. Without apps, everything matches. */
export const toAppList = (apps: readonly string[] | undefined): string =>
  apps ? ` ${apps.join(" ")} ` : "";

/**
 * Returns a condition that all apps of a column are in a list. It rejects a row without a value,
 * because an earlier version stored it, so that its apps are unknown.
 */
export const areAmong = ({ contains, elements }: Dialect, column: string, list: string): string =>
  `(${list} = '' or (${column} is not null and not exists (
      select 1 from ${elements(`coalesce(${column}, '[]')`)} where not ${contains(list, "' ' || (value ->> 0) || ' '")})))`;
