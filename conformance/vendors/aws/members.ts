import type { ClientSchema } from "../../../adapters/catalog/aws/client.ts";

/** The time in all inputs. */
export const SAMPLE_DATE = "2026-01-02T03:04:05Z";

/** Where in a request a member is. */
export const findLocation = (member: ClientSchema): string => {
  const { httpLabel, httpQuery, httpHeader } = member.getMergedTraits();
  if (httpLabel) return "path";
  if (httpQuery !== undefined) return "query";
  return httpHeader === undefined ? "body" : "header";
};

/** The names that a member may have in a document. */
export function wireNames(name: string, member: ClientSchema): string[] {
  const { jsonName, ec2QueryName, xmlName, httpHeader, httpQuery } = member.getMergedTraits();
  return [jsonName, ec2QueryName, xmlName, httpHeader, httpQuery, name].filter(
    (each) => each !== undefined,
  );
}

/** The first item with one of the names, or else with one that differs only in case. */
export const pick = <T>(
  items: readonly T[],
  names: readonly string[],
  nameOf: (item: T) => string,
) =>
  names.map((name) => items.find((item) => nameOf(item) === name)).find(Boolean) ??
  names
    .map((name) => items.find((item) => nameOf(item).toLowerCase() === name.toLowerCase()))
    .find(Boolean);

/** The names in a path template. */
export const readLabels = (path: string): string[] =>
  [...path.split("?")[0]!.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name]) => name!);

/** A value from a client's schema alone, for bodies that a tool passes unchanged. */
export function sampleOf(schema: ClientSchema, name: string, depth: number): unknown {
  if (schema.isListSchema()) return [sampleOf(schema.getValueSchema(), name, depth + 1)];
  if (schema.isMapSchema()) return { key: sampleOf(schema.getValueSchema(), name, depth + 1) };
  if (schema.isStructSchema()) {
    const members = [...schema.structIterator()].slice(0, schema.isUnionSchema() ? 1 : 3);
    return Object.fromEntries(
      members.flatMap(([key, member]) =>
        depth > 6 && (member.isStructSchema() || member.isListSchema())
          ? []
          : [[key, sampleOf(member, key, depth + 1)]],
      ),
    );
  }
  if (schema.isTimestampSchema()) return new Date(SAMPLE_DATE);
  if (schema.isBlobSchema()) return new TextEncoder().encode("hi");
  if (schema.isBooleanSchema()) return true;
  return schema.isNumericSchema() ? 7 : `v-${name}`;
}
