import { type BindingName, table } from "../../generated/site/operations.ts";
import type { BindingEntry } from "../../generated/table.ts";
import { parseBody } from "../callers/spec-validator.ts";
import type { TestResponse } from "../targets/target.ts";
import { acpErrors } from "./acp.ts";
import { missingReason } from "./folder.ts";
import { ucpErrors } from "./ucp.ts";

/** Where a body departs from the official schemas, by the name that the spec has for the standard. */
const VALIDATORS: Readonly<
  Record<string, (binding: string, body: unknown, status: number) => string[]>
> = {
  acp: acpErrors,
  ucp: ucpErrors,
};

/** Where an answer departs from its standard's own schemas; what the standards have no schema for, the spec alone judges. */
export function officialErrors(binding: BindingName, response: TestResponse): string[] {
  if (missingReason()) return [];
  const { protocol } = (table.bindings as Readonly<Record<string, BindingEntry>>)[binding]!;
  return VALIDATORS[protocol]?.(binding, parseBody(response), response.status) ?? [];
}
