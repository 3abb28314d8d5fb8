import type { AppRecord } from "../../app.ts";
import type { DecryptedConnection } from "../../credentials/decrypted-connection.ts";
import type { ArgumentFill, HttpBinding } from "../../tool-record.ts";
import { connectionError } from "../request-error.ts";
import { contextOf } from "./context.ts";

type Arguments = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{(\w+)\}/g;

/**
 * Adds the arguments that the connection or a constant has a value for, unless the caller passes
 * them.
 *
 * @throws an `InvalidInputError` with the rule `context` if the connection lacks a required value
 */
export function fillArguments(
  record: AppRecord,
  { slots }: Pick<HttpBinding, "slots">,
  args: Arguments,
  connection: DecryptedConnection | undefined,
): Arguments {
  if (!slots.some(({ fill }) => fill)) return args;
  const filled: Record<string, unknown> = { ...args };
  for (const { argument, fill } of slots) {
    if (!fill || isPassed(args, argument) || isReplaced(fill, args)) continue;
    let missing: string | undefined;
    const value = fill.value.replaceAll(PLACEHOLDER, (_, name: string) => {
      const known = findField(record, connection, name);
      if (known === undefined) missing ??= name;
      return known ?? "";
    });
    if (missing === undefined) filled[argument] = fill.isNumber ? toNumber(value) : value;
    else if (!fill.isOptional) throw missingValueError(record, connection, missing);
  }
  return filled;
}

/**
 * The names of the values that a request takes from the connection's context, but that the
 * connection doesn't have yet.
 */
export function findMissingContext(
  record: AppRecord,
  { slots, base = record.base }: Pick<HttpBinding, "slots" | "base">,
  args: Arguments,
  connection: DecryptedConnection,
): readonly string[] {
  const context = contextOf(record, connection.method.id);
  if (context.length === 0) return [];
  const names = new Set([
    ...findNames(base),
    ...Object.keys(connection.method.placements ?? {}),
    ...slots.flatMap(({ argument, fill }) =>
      fill && isNeeded(fill) && !isPassed(args, argument) && !isReplaced(fill, args)
        ? findNames(fill.value)
        : [],
    ),
  ]);
  return [...names].filter(
    (name) =>
      findField(record, connection, name) === undefined &&
      context.some(({ values }) => Object.hasOwn(values, name)),
  );
}

const isPassed = (args: Arguments, name: string): boolean =>
  args[name] !== undefined && args[name] !== null;

/** Whether the API requires an argument, perhaps unless it gets another one. */
const isNeeded = ({ isOptional, unless }: ArgumentFill): boolean =>
  !isOptional || unless !== undefined;

const isReplaced = ({ unless = [] }: ArgumentFill, args: Arguments): boolean =>
  unless.some((name) => isPassed(args, name));

const findNames = (template: string): readonly string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);

const findField = (
  { baseFields }: AppRecord,
  connection: DecryptedConnection | undefined,
  name: string,
): string | undefined =>
  connection?.fields[name] || baseFields.find((field) => field.name === name)?.fallback;

function toNumber(value: string): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
}

function missingValueError(
  record: AppRecord,
  connection: DecryptedConnection | undefined,
  name: string,
) {
  const context = connection && contextOf(record, connection.method.id);
  const label =
    context?.find(({ values }) => Object.hasOwn(values, name))?.label ??
    record.baseFields.find((field) => field.name === name)?.label ??
    name;
  return connectionError(
    "context",
    `The connection to ${record.name} lacks the value "${name}" (${label}).`,
    name,
  );
}
