import type { OperationEntry } from "../../generated/table.ts";
import { skip } from "../case.ts";

/** A call of a client's method. Names are those of the JavaScript client. */
export interface ClientMethodCall {
  /** Absent for a method of the client itself. */
  readonly resource?: string | undefined;
  readonly method: string;
  readonly positional: readonly unknown[];
  /** The named inputs. Absent if the method takes none. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly pages?: boolean;
  /** Collects the items of all pages of a list. By default, the call returns its first page. */
  readonly readsAllPages?: true;
  /** Collects this many items of a stream, and closes it. */
  readonly collects?: number;
  /** Aborts the stream after these items in JavaScript, or closes the client in Python. */
  readonly aborts?: true;
  readonly callOptions?: Readonly<Record<string, unknown>>;
  /** Aborts the call after these milliseconds, or before it with 0. */
  readonly abortAfter?: number;
}

/**
 * Converts the input of an operation to a call of the client's method, which the client doesn't
 * repeat. Skips the case if the method can't send the request.
 */
export function toClientCall(
  { client, input: { properties } }: OperationEntry,
  input: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): ClientMethodCall {
  if ("accept" in headers) skip("the client always asks for JSON");
  const { resource, method, positional, pages } = client!;
  const isNamed = (name: string) => !positional.includes(name);
  const takesOptions = Object.keys(properties).some(isNamed);
  const named = Object.entries(input).filter(([name]) => isNamed(name));
  if (named.length > 0 && !takesOptions)
    skip(`the client's method takes no input besides ${positional.join(", ") || "none"}`);
  return {
    resource,
    method,
    pages,
    positional: positional.map((name) => input[name]),
    ...(takesOptions && { options: Object.fromEntries(named) }),
    callOptions: { headers: toCallHeaders(headers), retries: 0 },
  };
}

/** Cases remove a header with an empty value, and the client with null. */
const toCallHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value || null]));
