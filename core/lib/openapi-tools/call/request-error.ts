import { InvalidInputError } from "../../kit/input-error.ts";
import { formatPointer } from "../../kit/json/json-pointer.ts";

/** The part that a connection lacks, so that no request can be built. */
export type ConnectionRule = "base_url" | "credential_text" | "access_key" | "context";

/** The error for an argument that can't be sent. Without a name, the arguments together are wrong. */
export const argumentError = (
  argument: string | undefined,
  rule: string,
  message: string,
): InvalidInputError =>
  new InvalidInputError({
    pointer: formatPointer(argument === undefined ? ["args"] : ["args", argument]),
    rule,
    message,
  });

/** The error for a connection whose values don't make a request. `field` is the wrong value. */
export const connectionError = (
  rule: ConnectionRule,
  message: string,
  field?: string,
): InvalidInputError =>
  new InvalidInputError({
    pointer: formatPointer(field === undefined ? ["connection"] : ["connection", field]),
    rule,
    message,
  });
