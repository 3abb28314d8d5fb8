import { isObject, ownEntries } from "../../../kit/json/json-access.ts";
import { resolvePointer } from "../../../kit/json/json-pointer.ts";
import type { AppRecord } from "../../app.ts";
import type { AppContext, ContextCondition, ContextValue } from "../../app-context.ts";

/** One of the items that a connection can belong to, such as an organization. */
export interface ContextChoice {
  readonly id: string;
  /** Its name for people. */
  readonly text?: string | undefined;
  /** Its values by name. */
  readonly values: Readonly<Record<string, string>>;
}

const MAX_CHOICES = 100;
const MAX_LENGTH = 500;
const MAX_TEXT_LENGTH = 200;

/** The context of an app's connections with an authentication method. */
export const contextOf = (
  { context = [] }: Pick<AppRecord, "context">,
  methodId: string,
): readonly AppContext[] =>
  context.filter(({ methods }) => methods === undefined || methods.includes(methodId));

/** Reads the items of a source, the default first. Leaves out those that lack a value. */
export function readContextChoices(
  { list = "", where, first, values, text }: AppContext,
  source: unknown,
): readonly ContextChoice[] {
  const found = resolvePointer(source, list);
  const items = (Array.isArray(found) ? found : [found]).filter(
    (item) => where === undefined || meets(item, where),
  );
  const sorted = first
    ? [
        ...items.filter((item) => meets(item, first)),
        ...items.filter((item) => !meets(item, first)),
      ]
    : items;
  const choices = new Map<string, ContextChoice>();
  for (const item of sorted) {
    const entries = ownEntries(values).map(
      ([name, value]) => [name, readValue(item, value as ContextValue)] as const,
    );
    const id = entries[0]?.[1];
    if (id === undefined || entries.some(([, value]) => value === undefined)) continue;
    if (choices.has(id) || choices.size === MAX_CHOICES) continue;
    const label = text === undefined ? undefined : toName(resolvePointer(item, text));
    choices.set(id, {
      id,
      ...(label && { text: label }),
      values: Object.fromEntries(entries) as Record<string, string>,
    });
  }
  return [...choices.values()];
}

const meets = (item: unknown, { at, is }: ContextCondition): boolean =>
  resolvePointer(item, at) === is;

function readValue(item: unknown, value: ContextValue): string | undefined {
  const { at, after, before, template } = isObject(value)
    ? (value as Exclude<ContextValue, string>)
    : { at: value as string };
  const found = resolvePointer(item, at);
  if (typeof found !== "string" && !Number.isSafeInteger(found)) return undefined;
  let text = String(found);
  if (after !== undefined) {
    if (!text.includes(after)) return undefined;
    text = text.slice(text.lastIndexOf(after) + after.length);
  }
  if (before !== undefined) {
    if (!text.includes(before)) return undefined;
    text = text.slice(0, text.indexOf(before));
  }
  if (text === "" || text.length > MAX_LENGTH || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))
    return undefined;
  return template === undefined ? text : template.replaceAll("{value}", () => text);
}

const toName = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
        .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
        .trim()
        .slice(0, MAX_TEXT_LENGTH)
    : undefined;
