import { type BindingName, table } from "../../generated/site/operations.ts";
import type { BindingEntry } from "../../generated/table.ts";
import { parseBody } from "../callers/spec-validator.ts";
import type { TestResponse } from "../targets/target.ts";
import { acpErrors } from "./acp.ts";
import { missingReason } from "./folder.ts";
import { ucpErrors } from "./ucp.ts";

/** The validators of response bodies, by the protocol's name in the spec. */
const VALIDATORS: Readonly<
  Record<string, (binding: string, body: unknown, status: number) => string[]>
> = {
  acp: acpErrors,
  ucp: ucpErrors,
};

/**
 * Returns the violations of the protocol's own schemas. Only the spec covers responses that have no
 * official schema.
 */
export function officialErrors(binding: BindingName, response: TestResponse): string[] {
  if (missingReason()) return [];
  const { protocol } = (table.bindings as Readonly<Record<string, BindingEntry>>)[binding]!;
  return VALIDATORS[protocol]?.(binding, parseBody(response), response.status) ?? [];
}
