import type { Dialect } from "../sql.ts";

/** Every transaction of the driver locks the file, so migrations need no lock of their own. */
export const sqliteDialect: Dialect = {
  listTables: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  isMissingTable: (error) =>
    String((error as { message?: unknown }).message).startsWith("no such table"),
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  clock: "cast(unixepoch('now', 'subsec') * 1000 as integer)",
  jsonText: (json, field) => `json_extract(${json}, '$.${field}')`,
  textBefore: (text, mark) => `substr(${text}, 1, instr(${text}, '${mark}') - 1)`,
  forUpdate: "",
  hasJobTable: true,
  elements: (array) => `json_each(${array}) as each`,
  toMilliseconds: (time) => `cast(round(unixepoch(${time}, 'subsec') * 1000) as integer)`,
};
