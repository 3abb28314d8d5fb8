import { resolvePointer } from "../kit/json/json-pointer.ts";

/** A request as it was received. */
export interface WebhookRequest {
  readonly method: string;
  /** The address that the sender was given, with the query of the request. */
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: Uint8Array<ArrayBuffer>;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
/** The deepest nesting of a body. */
const MAX_DEPTH = 100;

/**
 * Parses the body of a request: JSON, or a form as an object of texts. Returns `undefined` for
 * anything else, and for JSON that is nested deeply.
 */
export function parseBody(request: WebhookRequest): unknown {
  let text: string;
  try {
    text = UTF8.decode(request.body);
  } catch {
    return undefined;
  }
  if (text === "") return null;
  if (isForm(request)) return Object.fromEntries(new URLSearchParams(text));
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isForm = ({ headers }: WebhookRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? "");

/** Whether brackets outside of texts are nested too deeply. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (isText) {
      if (character === 92) index++;
      else if (character === 34) isText = false;
    } else if (character === 34) isText = true;
    else if (character === 91 || character === 123) {
      if (++depth > MAX_DEPTH) return true;
    } else if (character === 93 || character === 125) depth--;
  }
  return false;
}

/** Returns the first of several places that has a text: names of headers, or JSON Pointers. */
export function findText(
  places: readonly string[] | undefined,
  { headers }: Pick<WebhookRequest, "headers">,
  body: unknown,
): string | undefined {
  for (const place of places ?? []) {
    const value = place.startsWith("/") ? resolvePointer(body, place) : headers.get(place);
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "number") return String(value);
  }
  return undefined;
}
