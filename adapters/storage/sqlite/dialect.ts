import type { Dialect } from "../sql.ts";

/** Every transaction of the driver locks the file, so migrations need no lock of their own. */
export const sqliteDialect: Dialect = {
  isMissingTable: (error) =>
    String((error as { message?: unknown }).message).startsWith("no such table"),
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
};
