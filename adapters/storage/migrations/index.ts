import { statements as checkouts } from "./001-checkouts.ts";

/** Everything that was ever done to the tables, in order. What was published is never changed: a change is one more. */
export const migrations: readonly (readonly string[])[] = [checkouts];
