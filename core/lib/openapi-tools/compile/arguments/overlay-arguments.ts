import { listAt, objectAt, ownValue } from "../../../kit/json/json-access.ts";
import type { ToolRecord } from "../../tool-record.ts";
import type { ToolOverlay } from "../overlay.ts";

type Input = ToolRecord["input"];

/** An input schema with the descriptions, defaults and required arguments of the overlay. */
export const overlayArguments = (input: Input, overlay: ToolOverlay): Input =>
  describeArguments(
    withDefaults(requireArguments(input, overlay.required), overlay.defaults),
    overlay.arguments,
  );

function withDefaults(input: Input, defaults: Readonly<Record<string, string>> = {}): Input {
  if (Object.keys(defaults).length === 0) return input;
  const properties = Object.entries(objectAt(input, "properties")).map(([name, property]) => {
    const value = ownValue(defaults, name);
    return [
      name,
      value === undefined
        ? property
        : { ...(property as object), default: parseDefault(String(value), property) },
    ];
  });
  const required = listAt(input, "required").filter(
    (name) => !Object.hasOwn(defaults, String(name)),
  );
  const { required: _, ...rest } = input;
  return {
    ...rest,
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

/** The text of a parameter as a value of its schema. */
function parseDefault(text: string, schema: unknown): unknown {
  const type = ownValue(schema, "type");
  if (type === "array") return text.split(",");
  if (type === "boolean") return text === "true";
  return type === "integer" || type === "number" ? Number(text) : text;
}

function requireArguments(input: Input, names: readonly string[] = []): Input {
  const properties = objectAt(input, "properties");
  const required = new Set(listAt(input, "required"));
  for (const name of names) if (Object.hasOwn(properties, name)) required.add(name);
  return required.size === 0 ? input : { ...input, required: [...required] };
}

function describeArguments(
  input: Input,
  descriptions: Readonly<Record<string, string>> = {},
): Input {
  const properties = Object.entries(objectAt(input, "properties")).map(([name, property]) => {
    const description = ownValue(descriptions, name);
    return [name, description === undefined ? property : { ...(property as object), description }];
  });
  return properties.length === 0 ? input : { ...input, properties: Object.fromEntries(properties) };
}
