import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decryptAll, tablesOf } from "./encrypted-values.ts";
import type { Services } from "./services.ts";

/** Objects whose property names come from apps and users. */
const OPEN_OBJECTS = new Set([
  "values",
  "fields",
  "secret",
  "arguments",
  "headers",
  "placements",
  "input",
  "$defs",
]);

/** Lists the path of every property in a JSON value, such as `lines[].offer.id`. */
function propertyPaths(value: unknown, parent = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => propertyPaths(each, `${parent}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = parent ? `${parent}.${name}` : name;
    const isOpen = OPEN_OBJECTS.has(name) && !Array.isArray(member);
    return [path, ...(isOpen ? [] : propertyPaths(member, path))];
  });
}

/**
 * Lists every stored property: columns, properties of JSON values, encrypted or not, and
 * properties in the files of `DATA_DIR`.
 */
export async function readStoredProperties(
  services: Services,
  dataDir: string,
): Promise<Set<string>> {
  const properties = new Set<string>();
  const addAll = (location: string, value: unknown) => {
    for (const path of propertyPaths(value)) properties.add(`${location}: ${path}`);
  };
  for (const [table, rows] of Object.entries(await tablesOf(services.sql))) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        properties.add(`${table}: ${column}`);
        if (typeof value === "string" && value.startsWith("{") && column !== "result")
          addAll(`${table}.${column}`, JSON.parse(value));
      }
    }
  }
  for (const [name, value] of Object.entries(await decryptAll(services)))
    addAll(`${name.split(" ")[0]}.sealed`, value);
  for (const file of ["secrets-key.json", "signing-keys.json"])
    addAll(file, JSON.parse(readFileSync(join(dataDir, file), "utf8")));
  return properties;
}
