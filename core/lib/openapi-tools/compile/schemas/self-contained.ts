import type { Schema } from "../../../json-schema/index.ts";

/** Limits on the definitions in a tool's input schema. */
const MAX_BYTES = 48 * 1024;
const MAX_DEFINITIONS = 60;

const REFERENCE = /"\$ref":"#\/\$defs\/([^"]+)"/g;

/** The definition that replaces every schema beyond the limits. */
const ANY_DEFINITION = "anything";

/**
 * Returns a schema with the definitions that it refers to in its own `$defs`, nearest first.
 * Definitions beyond 48 KB or 60 schemas are replaced with one that accepts any value.
 * `definitionText` returns a shared schema as JSON text.
 */
export function selfContained(
  schema: Schema,
  definitionText: (name: string) => string | undefined,
): Schema {
  const text = JSON.stringify(schema);
  const chosen = collectDefinitions(text, definitionText);
  if (chosen.size === 0 && !text.includes('"$ref"')) return schema;
  let isTruncated = false;
  const closeReferences = (json: string) =>
    JSON.parse(
      json.replace(REFERENCE, (reference, name: string) => {
        if (chosen.has(name)) return reference;
        isTruncated = true;
        return `"$ref":"#/$defs/${ANY_DEFINITION}"`;
      }),
    ) as Schema;
  const closedSchema = closeReferences(text);
  const $defs: Record<string, Schema> = {};
  for (const [name, json] of chosen) $defs[name] = closeReferences(json);
  return { ...closedSchema, $defs: isTruncated ? { ...$defs, [ANY_DEFINITION]: {} } : $defs };
}

/**
 * The definitions that a JSON text refers to, directly or indirectly, as texts by name, up to the
 * limits.
 */
export function collectDefinitions(
  text: string,
  definitionText: (name: string) => string | undefined,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  let bytes = 0;
  let layer = referencedNames(text);
  while (layer.length > 0) {
    const next = new Set<string>();
    for (const name of layer) {
      const text =
        chosen.has(name) || chosen.size >= MAX_DEFINITIONS ? undefined : definitionText(name);
      if (text === undefined || bytes + text.length > MAX_BYTES) continue;
      chosen.set(name, text);
      bytes += text.length;
      for (const inner of referencedNames(text)) next.add(inner);
    }
    layer = [...next];
  }
  return chosen;
}

/** The names of the shared schemas that a JSON text refers to directly. */
export function referencedNames(text: string): string[] {
  return text.includes('"$ref"')
    ? [...new Set([...text.matchAll(REFERENCE)].map(([, name = ""]) => name))]
    : [];
}
