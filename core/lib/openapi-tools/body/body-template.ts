import { isObject, type JsonObject } from "../../kit/json/json-access.ts";

/** The member of a template whose value is merged into the object that contains it. */
const MERGED = "...";
const PLACEHOLDER = /^\{(\w+)\}$/;

/**
 * Fills in a template of a body. The string `{name}` is replaced by the argument of the body or of
 * the path with that name, whatever its type. Absent arguments are omitted, and so is each object
 * and list whose arguments are all absent, with its constants. `"...": "{name}"` merges the members
 * of an argument; the other members take precedence.
 */
export function fillBodyTemplate(
  template: unknown,
  args: Readonly<Record<string, unknown>>,
): unknown {
  return isObject(template) ? fillObject(template, args) : fill(template, args);
}

function fill(template: unknown, args: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === "string") {
    const name = PLACEHOLDER.exec(template)?.[1];
    if (name === undefined) return template;
    return Object.hasOwn(args, name) ? args[name] : undefined;
  }
  if (typeof template !== "object" || template === null) return template;
  const names = listNames(template);
  if (names.length > 0 && names.every((name) => !Object.hasOwn(args, name))) return undefined;
  if (Array.isArray(template))
    return template.map((item) => fill(item, args)).filter((item) => item !== undefined);
  return fillObject(template as JsonObject, args);
}

function fillObject(template: JsonObject, args: Readonly<Record<string, unknown>>): JsonObject {
  const { [MERGED]: merged, ...members } = template;
  const others = fill(merged, args);
  return Object.fromEntries(
    [
      ...(isObject(others) ? Object.entries(others) : []),
      ...Object.entries(members).map(([name, member]) => [name, fill(member, args)] as const),
    ].filter(([, value]) => value !== undefined),
  );
}

/** The names of the arguments that a template has places for. */
function listNames(template: unknown): string[] {
  if (typeof template === "string") return PLACEHOLDER.exec(template)?.slice(1) ?? [];
  if (typeof template !== "object" || template === null) return [];
  return Object.values(template).flatMap(listNames);
}
