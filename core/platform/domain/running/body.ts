import type { Binding, Slot } from "../../../ports/apps.ts";
import { fileOf, isFile } from "./file.ts";
import { multipart, type Part } from "./multipart.ts";
import { joined, pairsOf, styleOf, textOf } from "./style.ts";
import { unfit } from "./unfit.ts";

/** What a request carries, and as what. */
export interface Body {
  readonly type?: string | undefined;
  readonly content?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The body of a request from the arguments that belong in it; none where there are none, but for JSON that is posted. */
export function bodyOf(
  { method, slots, body }: Pick<Binding, "method" | "slots" | "body">,
  given: Readonly<Record<string, unknown>>,
): Body {
  if (!body) return {};
  const own = slots.filter(
    ([argument, place]) => place === "body" && given[argument] !== undefined,
  );
  const canCarry = method !== "GET" && method !== "HEAD";
  if (own.length > 0 && !canCarry)
    throw unfit(own[0]![0], `A ${method} request is sent without a body here.`);
  if (
    own.length === 0 &&
    !(
      canCarry &&
      method !== "DELETE" &&
      method !== "OPTIONS" &&
      isJson(body.type) &&
      body.argument === undefined
    )
  )
    return {};
  if (isJson(body.type))
    return {
      type: body.type,
      content: JSON.stringify(
        body.argument === undefined ? membersOf(own, given) : given[body.argument],
      ),
    };
  if (isForm(body.type))
    return {
      type: "application/x-www-form-urlencoded",
      content: joined(
        formOf(own, given, body.argument).flatMap(([name, value, style]) =>
          pairsOf(name, value, styleOf(style, "brackets")),
        ),
      ),
    };
  if (isMultipart(body.type)) {
    const made = multipart(
      formOf(own, given, body.argument).flatMap(([name, value, , argument]) =>
        partsOf(name, value, argument),
      ),
    );
    return { type: made.type, content: made.body };
  }
  return wholeBody(body.type, body.argument ?? own[0]![0], given);
}

/** The arguments that may be files because of what the body is: of no kind that JSON could stand for. */
export function fileArguments({ body }: Pick<Binding, "body">): readonly string[] {
  if (!body?.argument || isJson(body.type) || isForm(body.type) || isMultipart(body.type))
    return [];
  return [body.argument];
}

const isJson = (type: string) => /^application\/json\b|\+json\b|\/json\b/i.test(type);
const isForm = (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type);
const isMultipart = (type: string) => /^multipart\//i.test(type);

/** Text, XML, or bytes: as given. */
function wholeBody(type: string, argument: string, given: Readonly<Record<string, unknown>>): Body {
  const value = given[argument];
  const plain = /[*]/.test(type) ? "application/octet-stream" : type;
  if (isFile(value)) {
    const file = fileOf(argument, value);
    return {
      type: value.content_type && /[*]|octet-stream/.test(type) ? file.type : plain,
      content: file.bytes,
    };
  }
  return { type: plain, content: textOf(value) };
}

function membersOf(
  own: readonly Slot[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [argument, , wire] of own)
    Object.defineProperty(members, wire === 0 ? argument : wire, {
      value: given[argument],
      enumerable: true,
      configurable: true,
    });
  return members;
}

/** The fields of a form: the arguments, or the members of the one that is the body. */
function formOf(
  own: readonly Slot[],
  given: Readonly<Record<string, unknown>>,
  whole: string | undefined,
): (readonly [name: string, value: unknown, style: string, argument: string])[] {
  if (whole === undefined)
    return own.map(
      ([argument, , wire, style]) =>
        [wire === 0 ? argument : wire, given[argument], style, argument] as const,
    );
  const value = given[whole];
  if (typeof value !== "object" || value === null)
    throw unfit(whole, "It must be an object: its members are the fields of a form.");
  return Object.entries(value).map(([name, member]) => [name, member, "", whole] as const);
}

function partsOf(name: string, value: unknown, argument: string): Part[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => partsOf(name, each, argument));
  if (isFile(value)) return [{ name, content: fileOf(argument, value) }];
  return [
    {
      name,
      content: textOf(value),
      ...(typeof value === "object" && { type: "application/json" }),
    },
  ];
}
