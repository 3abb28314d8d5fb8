import type { Work } from "../kit/flow/work.ts";
import { type Kind, kindOf } from "./values.ts";

/** A function or an operator for operands of certain types. */
export interface Overload {
  readonly params: readonly (Kind | "dyn")[];
  /** Absent if it differs. */
  readonly returns: Kind | undefined;
  /** Takes the units of its work first. Throws a `CelFailure` if there is no result. */
  apply(operands: readonly any[], work: Work): unknown;
}

/** The types of operands as far as they are known before there is an event. */
export type StaticKind = Kind | undefined;

/** Finds the overload for values. */
export function findOverload(
  overloads: readonly Overload[],
  operands: readonly unknown[],
): Overload | undefined {
  const kinds = operands.map(kindOf);
  for (const overload of overloads) if (accepts(overload, kinds)) return overload;
  return undefined;
}

/** Returns the overloads that operands of static types can have. */
export const matchingOverloads = (
  overloads: readonly Overload[],
  kinds: readonly StaticKind[],
): readonly Overload[] => overloads.filter((overload) => accepts(overload, kinds));

/** Returns the type of the result if all overloads return the same. */
export const commonResult = (overloads: readonly Overload[]): StaticKind =>
  overloads.every(({ returns }) => returns === overloads[0]?.returns)
    ? overloads[0]?.returns
    : undefined;

function accepts({ params }: Overload, kinds: readonly StaticKind[]): boolean {
  if (params.length !== kinds.length) return false;
  for (let index = 0; index < params.length; index++) {
    const expected = params[index];
    const kind = kinds[index];
    if (expected !== "dyn" && kind !== undefined && kind !== expected) return false;
  }
  return true;
}
