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
  readonly pages: boolean;
}

/**
 * Converts the input of an operation to a call of the client's method. Skips the case if the method
 * has no place for an input.
 */
export function toClientCall(
  { client, input: { properties } }: OperationEntry,
  input: Readonly<Record<string, unknown>>,
): ClientMethodCall {
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
  };
}
