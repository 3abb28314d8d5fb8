import type { BindingName } from "../generated/site/operations.ts";
import type { Caller } from "./callers/caller.ts";
import { callers } from "./callers/index.ts";
import type { Case, Exchange, OperationName } from "./case.ts";
import type { TargetKind } from "./targets/target.ts";

/** One thing to be asked of one target by one caller. */
export interface Cell {
  readonly target: TargetKind;
  /** `http` for exchanges. */
  readonly caller: string;
  /** The operation, or the path of the exchange. */
  readonly asked: string;
  readonly kind: "operation" | "binding" | "surface";
  readonly it: string;
  /** The status that is expected. */
  readonly status: number;
  /** Why it is not asked, where that is known beforehand. */
  readonly skipped?: string | undefined;
  readonly what: OperationCase | BindingCase | { readonly exchange: Exchange<any> };
}

/** A case with the operation that it is of, and who calls it. */
export interface OperationCase {
  readonly operation: OperationName;
  readonly case: Case<any>;
  readonly caller: Caller;
}

/** An exchange with the binding that it is of. */
export interface BindingCase {
  readonly binding: BindingName;
  readonly exchange: Exchange;
}

/** As a cell is printed, and as a known failure names it. */
export const titleOf = ({ asked, it }: Pick<Cell, "asked" | "it">): string => `${asked} › ${it}`;

/** Everything that is asked of a kind of target, in the order of the cases. */
export function cellsOf(target: TargetKind): Cell[] {
  const { table, cases, bindings, exchanges } = target.service;
  const operations = callers
    .filter((caller) => caller.asks(target))
    .flatMap((caller) =>
      Object.entries(cases)
        .filter(([asked]) => caller.protocol === "http" || table.operations[asked]!.tool)
        .flatMap(([asked, its]) =>
          its
            .filter(({ only }) => !only || only.caller === caller.protocol)
            .map(
              (each): Cell => ({
                target,
                caller: caller.name,
                asked,
                kind: "operation",
                it: each.it,
                status: each.status,
                skipped: whyNot(each, target),
                what: { operation: asked as OperationName, case: each, caller },
              }),
            ),
        ),
    );
  if (target.knows === "document") return operations;
  const cellOf = (
    kind: Cell["kind"],
    asked: string,
    exchange: Exchange<any>,
    what: Cell["what"],
  ): Cell => ({
    target,
    caller: "http",
    asked,
    kind,
    it: exchange.it,
    status: exchange.status,
    skipped: target.missing?.() ?? whyNotExchanged(exchange, target),
    what,
  });
  const bound = Object.entries(bindings).flatMap(([asked, its]) =>
    its.map((exchange) =>
      cellOf("binding", asked, exchange, { binding: asked as BindingName, exchange }),
    ),
  );
  if (target.knows === "operations") return [...operations, ...bound];
  const surfaces = Object.entries(exchanges).flatMap(([asked, its]) =>
    its.map((exchange) => cellOf("surface", asked, exchange, { exchange })),
  );
  return [...operations, ...bound, ...surfaces];
}

const NO_WRITING = "leaves something behind: --allow-writes";
const NO_FAULT = "needs a fault on purpose";
const NO_SPENT = "needs a client that has used up its rate";
const needsRig = ({ service }: TargetKind) => `needs ${service.rig.owns}`;

function whyNotExchanged(
  { needs, writes, fault, spent, unproxied }: Exchange<any>,
  target: TargetKind,
): string | undefined {
  if (target.knows === "operations" && unproxied) return unproxied;
  if (target.isRig) return undefined;
  if (writes && !target.allowsWrites) return NO_WRITING;
  if (fault) return NO_FAULT;
  if (spent) return NO_SPENT;
  return needs && needsRig(target);
}

/** The problems that the document alone foresees. */
const DOCUMENTED = new Set<string | undefined>(["invalid_input", "not_acceptable", "unauthorized"]);

function whyNot(each: Case<any>, target: TargetKind): string | undefined {
  const missing = target.missing?.();
  if (missing) return missing;
  if (target.knows === "operations" && each.unproxied) return each.unproxied;
  if (target.knows === "document") {
    if (each.fault || each.status >= 500) return "a mock does not fail";
    if (each.spent) return "a mock counts nobody";
    if (each.undocumented) return each.undocumented;
    if (each.status >= 400 && !DOCUMENTED.has(each.problem))
      return "a mock knows nothing that could be missing, unreadable, sold out or used up";
    return undefined;
  }
  if (each.fault && !target.isRig) return NO_FAULT;
  if (each.spent && !target.isRig) return NO_SPENT;
  if (each.needs && !target.isRig) return needsRig(target);
  if (each.writes && !target.isRig && !target.allowsWrites) return NO_WRITING;
  return undefined;
}
