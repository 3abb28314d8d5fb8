import type { Dialect } from "../sql.ts";

/** A statement for every database, or the one of a dialect if it needs one. */
export type Statement = string | ((dialect: Dialect) => string | undefined);
