import type { RunRecord } from "../../../ports/stores/run-store.ts";

const PROPERTIES = ["app", "tool", "key", "source", "user"] as const;

/** Which runs a viewer follows. */
export interface ActivityFilter
  extends Partial<Readonly<Record<(typeof PROPERTIES)[number], string>>> {
  /** Only this run. */
  readonly run?: string | undefined;
  readonly status?: string | undefined;
}

/** Reads a filter from a query. Unknown values match no run. */
export const readActivityFilter = (query: URLSearchParams): ActivityFilter =>
  Object.fromEntries(
    [...PROPERTIES, "run", "status"].flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, value]] : [];
    }),
  );

/** Whether a run has the properties of a filter. Its status may differ. */
export const matchesExceptStatus = (run: RunRecord, filter: ActivityFilter): boolean =>
  (filter.run === undefined || run.id === filter.run) &&
  PROPERTIES.every((name) => filter[name] === undefined || run[name] === filter[name]);
