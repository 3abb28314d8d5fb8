import type { Schema } from "../../../../generated/table.ts";

/** The most that a tool's input carries of what it refers to. */
const MAX_BYTES = 48 * 1024;
const MAX_DEFINITIONS = 60;

const REFERENCE = /"\$ref":"#\/\$defs\/([^"]+)"/g;

/** What stands for each schema that would be too much. */
const ANY_DEFINITION = "anything";

/**
 * A schema with what it refers to in its own `$defs`, nearest first. Where that is more than 48 KB or 60 schemas, the
 * farthest are left open: they take anything. `textOf` gives a shared schema as JSON text.
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

/** The texts of the schemas that a text refers to, by name, without those that would be too much. */
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

/** The shared schemas that a JSON text names. */
export function referencedNames(text: string): string[] {
  return text.includes('"$ref"')
    ? [...new Set([...text.matchAll(REFERENCE)].map(([, name]) => name!))]
    : [];
}
