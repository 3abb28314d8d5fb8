import { listAt, objectAt, textAt } from "../../../kit/json/json-access.ts";
import type { ArgumentFill, ParameterSlot, ToolRecord } from "../../tool-record.ts";

type Input = ToolRecord["input"];

/**
 * The values of arguments, by location and name (`query user`), and optionally with the start of the
 * paths that they are for (`query user /events`).
 */
export type FixedArguments = Readonly<Record<string, string>>;

/** A default, or one for an argument that the API requires `unless` it gets another one. */
export type DefaultArguments = Readonly<
  Record<string, string | { readonly value: string; readonly unless: readonly string[] }>
>;

/** Replaces path parameters that are a whole segment by their constants. */
export const fillPath = (path: string, values: FixedArguments = {}): string =>
  path
    .split("/")
    .map((segment) => {
      const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
      const value = name === undefined ? undefined : findValue(values, { in: "path", name }, path);
      return value === undefined || value.includes("{") ? segment : value;
    })
    .join("/");

/**
 * Hides the arguments with a fixed value, and makes those with a default optional. Leaves lists and
 * objects as they are, and what a destructive tool acts on: the last parameter of its path.
 */
export function withFilledArguments(
  { input, slots }: { readonly input: Input; readonly slots: readonly ParameterSlot[] },
  {
    path,
    isDestructive = false,
    fixed = {},
    defaults = {},
  }: {
    /** The path in the document. */
    readonly path: string;
    /** Whether the tool deletes or changes what its path leads to. */
    readonly isDestructive?: boolean;
    readonly fixed?: FixedArguments | undefined;
    readonly defaults?: DefaultArguments | undefined;
  },
): { readonly input: Input; readonly slots: readonly ParameterSlot[] } {
  const properties: Record<string, unknown> = { ...objectAt(input, "properties") };
  const required = new Set(listAt(input, "required"));
  const target = isDestructive ? /\{([^{}]+)\}[^{}]*$/.exec(path)?.[1] : undefined;
  const filled = slots.map((slot): ParameterSlot => {
    const { argument, in: location, name } = slot;
    const schema = properties[argument];
    if (!isScalar(schema)) return slot;
    const isRequired = required.has(argument);
    const fixedValue = findValue(fixed, slot, path);
    const found =
      location === "path" && name === target ? undefined : findValue(defaults, slot, path);
    const { value, unless } =
      typeof found === "object" ? found : { value: isRequired ? found : undefined, unless: [] };
    const fillValue = fixedValue ?? value;
    if (fillValue === undefined) return slot;
    required.delete(argument);
    if (fixedValue !== undefined) delete properties[argument];
    else properties[argument] = describeDefault(schema, fillValue, unless);
    const fill: ArgumentFill = {
      value: fillValue,
      ...(location === "body" && isNumber(schema) && { isNumber: true }),
      ...(!isRequired && { isOptional: true }),
      ...(unless.length > 0 && fixedValue === undefined && { unless }),
    };
    return { ...slot, fill };
  });
  if (filled.every((slot, index) => slot === slots[index])) return { input, slots };
  const { required: _, ...rest } = input;
  return {
    input: { ...rest, properties, ...(required.size > 0 && { required: [...required] }) } as Input,
    slots: filled,
  };
}

/** Finds the value of an argument. Those for its path come first. */
function findValue<Value>(
  values: Readonly<Record<string, Value>>,
  { in: location, name }: Pick<ParameterSlot, "in" | "name">,
  path: string,
): Value | undefined {
  const key = `${location} ${location === "header" ? name.toLowerCase() : name}`;
  const forPath = Object.entries(values).find(
    ([each]) => each.startsWith(`${key} /`) && path.startsWith(each.slice(key.length + 1)),
  );
  return forPath?.[1] ?? (Object.hasOwn(values, key) ? values[key] : undefined);
}

/** Says where the value comes from, because the text of the document asks for one. */
function describeDefault(schema: unknown, value: string, unless: readonly string[]): object {
  const text = textAt(schema, "description");
  const source = value.includes("{") ? "that of the connection" : `\`${value}\``;
  const described = text === undefined || /[.!?…]$/.test(text) ? text : `${text}.`;
  const condition = unless.length > 0 ? `, unless ${unless.join(" or ")} is set` : "";
  return {
    ...(schema as object),
    description: [described, `Default: ${source}${condition}.`].filter(Boolean).join(" "),
  };
}

const typesOf = (schema: unknown): readonly unknown[] =>
  [(schema as { type?: unknown } | undefined)?.type ?? []].flat();

const isScalar = (schema: unknown): boolean =>
  schema !== undefined && !typesOf(schema).some((type) => type === "array" || type === "object");

const isNumber = (schema: unknown): boolean =>
  typesOf(schema).some((type) => type === "integer" || type === "number");
