import { readFileSync } from "node:fs";
import type * as z from "zod";
import { formatPointer } from "../../../core/lib/kit/json/json-pointer.ts";

/** At most this many mistakes of a file are named. */
const MAX_ISSUES = 20;

/** The names of the JSON Schemas in `schemas/`, which editors find by `$schema`. */
export type SchemaName =
  | "app"
  | "tools"
  | "webhooks"
  | "oauth-endpoints"
  | "omitted-documents"
  | "shared-webhooks"
  | "webhook-schemes"
  | "confirmed-endpoints";

/**
 * Reads a JSON file without its `$schema`. Throws one line per mistake: the file, the JSON Pointer
 * and the rule. `select` returns the schema for the value.
 */
export function readJsonFile<Schema extends z.ZodType>(
  file: string,
  name: SchemaName,
  select: Schema | ((value: object) => Schema),
): z.infer<Schema> {
  const value = parseJsonFile(file);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${file}: must be an object`);
  const { $schema, ...members } = value as { $schema?: unknown };
  if (typeof $schema !== "string" || !$schema.endsWith(`schemas/${name}.json`))
    throw new Error(`${file}: /$schema: must be "../../schemas/${name}.json"`);
  const schema = typeof select === "function" ? select(members) : select;
  const parsed = schema.safeParse(members);
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues
      .slice(0, MAX_ISSUES)
      .map(({ path, message }) => [file, formatPointer(path), message].filter(Boolean).join(": "))
      .join("\n"),
  );
}

/** Reads a JSON file without checking its content. The error names the file. */
export function parseJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`);
  }
}
