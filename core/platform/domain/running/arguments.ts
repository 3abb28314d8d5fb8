import { Validator } from "@cfworker/json-schema";
import type { Schema } from "../../../../generated/table.ts";
import type { InputError } from "../../../problem.ts";
import { beginCounting, bounded, TooMuchWork } from "./bounded.ts";

/** Tells what is wrong with arguments; nothing if they fit. Each pointer leads into the arguments. */
export type CheckArguments = (given: unknown) => readonly InputError[];

/** The most errors that are told of one set of arguments. */
const MOST_ERRORS = 20;
/** Deeper than any document describes. */
const DEEPEST = 64;

/** Prepares the check of a tool's arguments by its schema; those of `files` may be files too. Nothing is filled in: what a default is the app knows. */
export function argumentsCheck(schema: Schema, { files = [] }: { readonly files?: readonly string[] } = {}): CheckArguments {
  const safe = bounded(schema, new Set(files)) as ConstructorParameters<typeof Validator>[0];
  const quick = new Validator(safe, "2020-12", true);
  let thorough: Validator | undefined;
  return (given) => {
    const unfit = unfitAt(given, 0, "");
    if (unfit) return [unfit];
    const first = checked(quick, given);
    if (first === undefined) return [{ pointer: "", detail: "Checking the arguments takes too long: the tool's schema leaves too many choices for them." }];
    if (first.length === 0) return [];
    const all = checked((thorough ??= new Validator(safe, "2020-12", false)), given) ?? first;
    return sentences(all, given);
  };
}

type Unit = ReturnType<Validator["validate"]>["errors"][number];

/** None if they fit, undefined if that could not be found out in time. */
function checked(validator: Validator, given: unknown): readonly Unit[] | undefined {
  beginCounting();
  try {
    const { valid, errors } = validator.validate(given);
    return valid ? [] : errors;
  } catch (error) {
    // So many errors that they could not be listed end as a RangeError.
    if (error instanceof TooMuchWork || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What only says that something within is wrong. */
const OUTER = new Set(["$ref", "properties", "patternProperties", "additionalProperties", "items", "prefixItems", "allOf", "if", "dependentSchemas"]);

function sentences(units: readonly Unit[], given: unknown): readonly InputError[] {
  const choices = units.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf").map(({ keywordLocation }) => `${keywordLocation}/`);
  // Of alternatives, none of which fits, only that is told: the errors of each would contradict each other.
  const own = units.filter(({ keyword, keywordLocation }) => !OUTER.has(keyword) && !choices.some((choice) => keywordLocation.startsWith(choice)));
  const found = new Map<string, InputError>();
  for (const unit of own.length > 0 ? own : units) {
    const pointer = pointerOf(unit);
    const detail = sentenceOf(unit, valueAt(given, pointer));
    if (found.size < MOST_ERRORS) found.set(`${pointer} ${detail}`, { pointer, detail });
  }
  return [...found.values()];
}

/** A missing argument's own place, not that of the object it is missing in. */
function pointerOf({ keyword, instanceLocation, error }: Unit): string {
  const at = decodeURIComponent(instanceLocation.replace(/^#/, ""));
  const missing = keyword === "required" ? /required property "([\s\S]*)"\.$/.exec(error)?.[1] : undefined;
  return missing === undefined ? at : `${at}/${missing.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function sentenceOf({ keyword, error }: Unit, value: unknown): string {
  const it = `It is ${shown(value)}`;
  if (keyword === "required") return "It is required.";
  if (keyword === "false") return "There is no such argument.";
  if (keyword === "type") return `${it}; it must be ${orOf(/Expected "(.*)"\.$/.exec(error)?.[1]?.split('", "') ?? [])}.`;
  if (keyword === "enum") return `${it}; it must be one of ${/any of \[(.*)\]\.$/s.exec(error)?.[1]?.slice(0, 300).replaceAll(",", ", ") ?? "those that the tool names"}.`;
  if (keyword === "const") return `${it}; it must be ${/match (.*)\.$/s.exec(error)?.[1]?.slice(0, 100) ?? "another"}.`;
  if (keyword === "pattern") return `${it}, which is not of the form that the tool asks for.`;
  if (keyword === "anyOf" || keyword === "oneOf") return `${it}, which fits ${/[2-9]\d* matches/.test(error) ? "more than one" : "none"} of the forms that it may have.`;
  if (keyword === "not") return `${it}, which the tool does not take.`;
  return `${it}: ${error.replace(/^Instance |^Array |^String /, (word) => `${word.toLowerCase()}`).replace("instance", "it").slice(0, 300)}`;
}

const ARTICLES: Readonly<Record<string, string>> = { string: "a text", number: "a number", integer: "a whole number", boolean: "true or false", object: "an object", array: "a list", null: "null" };

const orOf = (types: readonly string[]) => types.map((type) => ARTICLES[type] ?? type).join(" or ") || "of another kind";

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? `a list of ${value.length}` : "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function valueAt(given: unknown, pointer: string): unknown {
  return pointer.split("/").slice(1).reduce<any>((within, part) => within?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], given);
}

/** What no check could take: too many levels, and halves of characters, which no request can carry. */
function unfitAt(value: unknown, depth: number, pointer: string): InputError | undefined {
  if (typeof value === "string") return HALF.test(value) ? { pointer, detail: "It holds half of a character (a lone surrogate), which can't be sent." } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > DEEPEST) return { pointer, detail: `It is nested more than ${DEEPEST} levels deep.` };
  for (const [name, inner] of Object.entries(value)) {
    if (HALF.test(name) || name.length > LONGEST_NAME) return { pointer, detail: `It has a member whose name is over ${LONGEST_NAME} characters, or holds half of one.` };
    const unfit = unfitAt(inner, depth + 1, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    if (unfit) return unfit;
  }
  return undefined;
}

const HALF = /\p{Surrogate}/u;
const LONGEST_NAME = 512;
