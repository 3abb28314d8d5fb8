/** An object in a response. */
export type Item = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Item =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a value can be an ID or a state. */
export const isScalar = (value: unknown): value is string | number =>
  (typeof value === "string" && value !== "") || typeof value === "number";

/** Returns a name without case and separators: `alertId`, `alert_id` and `AlertID` are the same. */
export const normalizeName = (name: string): string =>
  name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Returns the names of the fields of the first item. */
export const fieldsOf = ([first = {}]: readonly Item[]): readonly string[] => Object.keys(first);
