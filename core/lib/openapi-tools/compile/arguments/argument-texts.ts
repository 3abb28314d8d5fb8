import type { Schema } from "../../../json-schema/index.ts";
import { listAt, objectAt, ownValue, textAt } from "../../../kit/json/json-access.ts";
import type { HttpBinding, ParameterSlot } from "../../tool-record.ts";
import { singular, snake } from "../names/naming.ts";
import type { Definitions } from "../schemas/schema.ts";
import type { ToolDraft } from "../tool.ts";

const MAX_MEMBERS = 6;

/**
 * Describes required arguments that the document doesn't: by the words of a part of their schema, by
 * the path before them, or by their members.
 */
export function withArgumentTexts(draft: ToolDraft, definitions: Definitions): ToolDraft {
  const { binding, input } = draft;
  if (!binding) return draft;
  const properties = objectAt(input, "properties");
  const described = listAt(input, "required").flatMap((name) => {
    const property = ownValue(properties, String(name)) as Schema | undefined;
    const slot = binding.slots.find(({ argument }) => argument === name);
    if (!property || !slot) return [];
    const schema = resolve(property, definitions);
    if (textAt(schema, "description") !== undefined) return [];
    const description =
      readPartText(schema, definitions) ?? describeSlot(slot, binding, schema, definitions);
    return description === undefined ? [] : [[name, { ...property, description }]];
  });
  if (described.length === 0) return draft;
  return {
    ...draft,
    input: { ...input, properties: { ...properties, ...Object.fromEntries(described) } },
  };
}

/** A schema with the members of the definition that it refers to. */
function resolve(schema: unknown, definitions: Definitions, depth = 0): Schema {
  const name = textAt(schema, "$ref")?.split("/").at(-1);
  if (name === undefined || depth > 4) return schema as Schema;
  return { ...resolve(definitions.get(name) ?? {}, definitions, depth + 1), ...(schema as Schema) };
}

/** The description of the last part of a schema that has one. */
const readPartText = (schema: Schema, definitions: Definitions): string | undefined =>
  listAt(schema, "allOf")
    .map((part) => textAt(resolve(part, definitions), "description"))
    .findLast((text) => text !== undefined);

function describeSlot(
  slot: ParameterSlot,
  { path, body }: HttpBinding,
  schema: Schema,
  definitions: Definitions,
): string | undefined {
  if (slot.in === "path") return describePathParameter(path, slot.name);
  if (slot.in !== "body") return undefined;
  const isBody = body?.argument === slot.argument;
  const items = ownValue(schema, "items");
  const members = listMembers(
    items === undefined ? schema : resolve(items, definitions),
    definitions,
  );
  if (members.length > 0) {
    const names = `${members.slice(0, MAX_MEMBERS).join(", ")}${members.length > MAX_MEMBERS ? ", …" : ""}`;
    if (items !== undefined) return `A list of objects with ${names}.`;
    return isBody ? `The content of the request: ${names}.` : `An object with ${names}.`;
  }
  if (!isBody) return undefined;
  if (Object.keys(schema).length === 0) return "The content of the request: any JSON value.";
  return /json|[*]|octet-stream/.test(body.type)
    ? "The content of the request."
    : `The content of the request, as ${body.type}.`;
}

/** Describes a parameter by the collection before it, with which it shares a word: `/value_list_items/{item}`. */
function describePathParameter(path: string, name: string): string | undefined {
  const steps = path.replace(/[?#].*$/s, "").split("/");
  const end = steps.findIndex((step) => step.replace(/\.\w+$/, "") === `{${name}}`);
  const collection = steps[end - 1] ?? "";
  if (!/^[A-Za-z][\w-]*$/.test(collection)) return undefined;
  const nouns = singular(snake(collection)).split("_");
  const words = snake(name).split("_").map(singular);
  const identifies =
    words.some((word) => nouns.includes(word)) || IDENTIFIERS.has(words.at(-1) ?? "");
  return identifies ? `Identifies the ${nouns.join(" ")}.` : undefined;
}

/** Names of parameters that identify items of any collection. */
const IDENTIFIERS = new Set(["sha", "sid", "ref", "token", "path"]);

/** The names of an object's members, also of those of its parts and alternatives. */
function listMembers(schema: Schema, definitions: Definitions, depth = 0): string[] {
  if (depth > 3) return [];
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((keyword) => listAt(schema, keyword));
  const required = listAt(schema, "required").map(String);
  const own = Object.keys(objectAt(schema, "properties"));
  const names = [
    ...required.filter((name) => own.includes(name)),
    ...own,
    ...parts.flatMap((part) => listMembers(resolve(part, definitions), definitions, depth + 1)),
  ];
  return [...new Set(names)];
}
