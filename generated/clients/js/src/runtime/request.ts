import { invalidInput } from "./errors.ts";

/** An operation of the service. */
export interface Route {
  /** The method and the path template: `GET /api/v1/apps/{app}`. */
  readonly endpoint: string;
  /** Whether inputs outside of the path are sent as a JSON body. */
  readonly hasBody?: true;
  /** Whether carrying out the request twice has the same effect as once. */
  readonly repeats?: true;
  /** Whether the operation takes an `idempotency_key`. */
  readonly hasKey?: true;
  /** The seconds that the service itself waits, unless the input `timeout` names others. */
  readonly waitSeconds?: number;
  /** Whether the response is a stream of server-sent events. */
  readonly streams?: true;
}

export type Input = Readonly<Record<string, unknown>>;

/** A request that can be sent several times, unlike a web `Request`. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/**
 * Creates the request of an operation. Unknown inputs are sent too, so that the service can report
 * a misspelled name. Throws a `JackfieldError` ("invalid_input") if an input can't be sent.
 */
export function createRequest(
  { endpoint, hasBody }: Route,
  input: Input,
  { baseUrl, headers }: { readonly baseUrl: string; readonly headers: Headers },
): PlainRequest {
  const [method = "", template = ""] = endpoint.split(" ");
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && !template.includes(`{${name}}`)) rest[name] = value;
  const url =
    baseUrl +
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, input[name]));
  if (!hasBody) return { method, url: url + encodeQuery(rest), headers, body: undefined };
  headers.set("content-type", "application/json");
  try {
    return { method, url, headers, body: JSON.stringify(rest) };
  } catch (cause) {
    throw invalidInput(`The input can't be sent as JSON: ${(cause as Error).message}`, cause);
  }
}

function encodeSegment(name: string, value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  // URL parsers remove "." and "..", encoded or not, so another path would be requested.
  if (/^\.{0,2}$/.test(text))
    throw invalidInput(`${name} is ${JSON.stringify(value)}, but must name something.`);
  return encodeURIComponent(text);
}

/** A list becomes repeated names. */
function encodeQuery(input: Input): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (item) => `${encodeURIComponent(name)}=${encodeURIComponent(String(item))}`,
    ),
  );
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
