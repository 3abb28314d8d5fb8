import type { Caller } from "./callers/caller.ts";
import { callers } from "./callers/index.ts";
import type { BindingName } from "../generated/site/operations.ts";
import type { OperationName } from "../core/site/contract.ts";
import type { Case, Exchange } from "./case.ts";
import { exchanges, siteBindingCases, siteCases } from "./cases/index.ts";
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
  readonly what: OperationCase | BindingCase | { readonly exchange: Exchange };
}

/** A case with the operation that it is of, and who calls it. */
export interface OperationCase {
  readonly operation: OperationName;
  readonly case: Case<OperationName>;
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
  const operations = callers
    .filter((caller) => caller.asks(target))
    .flatMap((caller) =>
      Object.entries(siteCases).flatMap(([asked, cases]) =>
        (cases as readonly Case<OperationName>[]).filter(({ only }) => !only || only.caller === caller.protocol).map((each): Cell => ({
          target,
          caller: caller.name,
          asked,
          kind: "operation",
          it: each.it,
          status: each.status,
          skipped: whyNot(each, target),
          what: { operation: asked as OperationName, case: each, caller },
        })),
      ),
    );
  if (target.knows === "document") return operations;
  const cellOf = (kind: Cell["kind"], asked: string, exchange: Exchange, what: Cell["what"]): Cell => ({
    target,
    caller: "http",
    asked,
    kind,
    it: exchange.it,
    status: exchange.status,
    skipped: target.missing?.() ?? whyNotExchanged(exchange, target),
    what,
  });
  const bindings = Object.entries<readonly Exchange[]>(siteBindingCases).flatMap(([asked, its]) =>
    its.map((exchange) => cellOf("binding", asked, exchange, { binding: asked as BindingName, exchange })),
  );
  if (target.knows === "operations") return [...operations, ...bindings];
  const surfaces = Object.entries(exchanges).flatMap(([asked, its]) => its.map((exchange) => cellOf("surface", asked, exchange, { exchange })));
  return [...operations, ...bindings, ...surfaces];
}

const NO_WRITING = "leaves something behind: --allow-writes";

function whyNotExchanged({ needs, writes, fault, spent, unproxied }: Exchange, { isRig, allowsWrites, knows }: TargetKind): string | undefined {
  if (knows === "operations" && unproxied) return unproxied;
  if (isRig) return undefined;
  if (writes && !allowsWrites) return NO_WRITING;
  if (fault) return "needs a fault on purpose";
  if (spent) return "needs a client that has used up its rate";
  return needs && NEEDS_RIG;
}

const NEEDS_RIG = "needs the rig's own pages";

/** The problems that the document alone foresees. */
const DOCUMENTED = new Set<string | undefined>(["invalid_input", "not_acceptable"]);

function whyNot(each: Case<OperationName>, target: TargetKind): string | undefined {
  const missing = target.missing?.();
  if (missing) return missing;
  if (target.knows === "operations" && each.unproxied) return each.unproxied;
  if (target.knows === "document") {
    if (each.fault || each.status >= 500) return "a mock does not fail";
    if (each.spent) return "a mock counts nobody";
    if (each.undocumented) return each.undocumented;
    if (each.status >= 400 && !DOCUMENTED.has(each.problem)) return "a mock knows nothing that could be missing, unreadable, sold out or used up";
    return undefined;
  }
  if (each.fault && !target.isRig) return "needs a fault on purpose";
  if (each.spent && !target.isRig) return "needs a client that has used up its rate";
  if (each.needs && !target.isRig) return NEEDS_RIG;
  if (each.writes && !target.isRig && !target.allowsWrites) return NO_WRITING;
  return undefined;
}
