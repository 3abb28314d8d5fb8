import { listAt, objectAt, ownValue } from "../../kit/json-access.ts";
import type { ToolRecord } from "../app.ts";
import type { ToolOverlay } from "./overlay.ts";

type Input = ToolRecord["input"];

/** An input schema with the descriptions and the required arguments of the overlay. */
export const overlayArguments = (input: Input, overlay: ToolOverlay): Input =>
  describeArguments(requireArguments(input, overlay.required), overlay.arguments);

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
