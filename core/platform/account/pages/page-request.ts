import type { Problem } from "../../../http/problem.ts";
import { requireValue } from "../../../lib/kit/require-value.ts";
import type { Assets } from "../../../ports/assets.ts";
import type { OperationContext, OperationName, Output } from "../contract.ts";

/** Returns a parameter of the path of a request. Throws if the path's template lacks it. */
export const readParameter = (
  { parameters }: Pick<PageRequest, "parameters">,
  name: string,
): string => requireValue(parameters[name], `the path parameter ${name}`);

/** A request for a page. */
export interface PageRequest {
  readonly context: OperationContext;
  readonly assets: Assets;
  /** The path without the query, as the browser sent it. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Why the form was rejected, to show in the page. */
  readonly problem?: Problem | undefined;
  /** The submitted fields, without secrets. */
  readonly fields?: URLSearchParams | undefined;
  /** The secrets that were submitted, which no page shows again, by the names of their fields. */
  readonly secrets?: ReadonlyMap<string, string> | undefined;
  /** Throws the `Problem` "invalid_input" if an operation of the account rejects an input. */
  validate(name: OperationName, input: object): void;
  /** Runs an operation if the session may call it. */
  run<N extends OperationName>(name: N, input: object): Promise<Output<N>>;
}

/** The fields that a page never shows again. */
const SECRET_FIELDS = ["password", "code", "client_secret", "secret"];

/** Returns the fields that a page may show again. */
export function withoutSecrets(fields: URLSearchParams): URLSearchParams {
  const shown = new URLSearchParams(fields);
  for (const name of SECRET_FIELDS) shown.delete(name);
  return shown;
}

/** Returns the submitted secrets by the names of their fields. */
export const readSecrets = (fields: URLSearchParams): ReadonlyMap<string, string> =>
  new Map(
    SECRET_FIELDS.flatMap((name) => {
      const value = fields.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
