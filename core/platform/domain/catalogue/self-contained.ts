import type { Schema } from "../../../../generated/table.ts";

/** The most that a tool's input carries of what it refers to. */
const MOST_BYTES = 48 * 1024;
const MOST_DEFINITIONS = 60;

const REFERENCE = /"\$ref":"#\/\$defs\/([^"]+)"/g;

/** What stands for each schema that would be too much. */
const OPEN = "anything";

/**
 * A schema with what it refers to in its own `$defs`, nearest first. Where that is more than 48 KB or 60 schemas, the
 * farthest are left open: they take anything. `textOf` gives a shared schema as JSON text.
 */
export function selfContained(
  schema: Schema,
  textOf: (name: string) => string | undefined,
): Schema {
  const text = JSON.stringify(schema);
  const chosen = closureOf(text, textOf);
  if (chosen.size === 0 && !text.includes('"$ref"')) return schema;
  let isCut = false;
  const closed = (json: string) =>
    JSON.parse(
      json.replace(REFERENCE, (reference, name: string) => {
        if (chosen.has(name)) return reference;
        isCut = true;
        return `"$ref":"#/$defs/${OPEN}"`;
      }),
    ) as Schema;
  const whole = closed(text);
  const $defs: Record<string, Schema> = {};
  for (const [name, json] of chosen) $defs[name] = closed(json);
  return { ...whole, $defs: isCut ? { ...$defs, [OPEN]: {} } : $defs };
}

/** The texts of the schemas that a text refers to, by name, without those that would be too much. */
export function closureOf(
  text: string,
  textOf: (name: string) => string | undefined,
): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  let bytes = 0;
  let layer = namesIn(text);
  while (layer.length > 0) {
    const next = new Set<string>();
    for (const name of layer) {
      const found = chosen.has(name) || chosen.size >= MOST_DEFINITIONS ? undefined : textOf(name);
      if (found === undefined || bytes + found.length > MOST_BYTES) continue;
      chosen.set(name, found);
      bytes += found.length;
      for (const inner of namesIn(found)) next.add(inner);
    }
    layer = [...next];
  }
  return chosen;
}

/** The shared schemas that a JSON text names. */
export function namesIn(text: string): string[] {
  return text.includes('"$ref"')
    ? [...new Set([...text.matchAll(REFERENCE)].map(([, name]) => name!))]
    : [];
}
