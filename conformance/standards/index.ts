import { type BindingName, table } from "../../generated/site/operations.ts";
import type { BindingEntry } from "../../generated/table.ts";
import { bodyOf } from "../callers/judge.ts";
import type { Answered } from "../targets/target.ts";
import { acpMisfits } from "./acp.ts";
import { missing } from "./folder.ts";
import { ucpMisfits } from "./ucp.ts";

/** Where a body departs from the official schemas, by the name that the spec has for the standard. */
const STANDARDS: Readonly<
  Record<string, (binding: string, body: unknown, status: number) => string[]>
> = {
  acp: acpMisfits,
  ucp: ucpMisfits,
};

/** Where an answer departs from its standard's own schemas; what the standards have no schema for, the spec alone judges. */
export function officialMisfits(binding: BindingName, answer: Answered): string[] {
  if (missing()) return [];
  const { protocol } = (table.bindings as Readonly<Record<string, BindingEntry>>)[binding]!;
  return STANDARDS[protocol]?.(binding, bodyOf(answer), answer.status) ?? [];
}
