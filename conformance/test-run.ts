import type { BindingName } from "../generated/site/operations.ts";
import type { Caller } from "./callers/http.ts";
import { callers } from "./callers/index.ts";
import type { Case, Exchange, OperationName } from "./case.ts";
import type { KnownFailure } from "./targets/known-failures.ts";
import type { TargetKind } from "./targets/target.ts";
import type { Failure, Outcome } from "./test-session.ts";

/** Formats failures for people. */
export const formatFailures = (failures: readonly Failure[]): string =>
  failures
    .map(({ subject, expected, received }) =>
      [
        subject,
        expected !== undefined && `  expected  ${expected}`,
        (expected !== undefined || received !== undefined) &&
          `  received  ${received ?? "nothing"}`,
      ]
        .filter(Boolean)
        .join("\n"),
    )
    .join("\n");

/** Applies the list of known failures: a known failure counts as skipped, but must still fail. */
export function applyKnownFailures(
  testRun: TestRun,
  outcome: Outcome,
  knownFailures: readonly KnownFailure[],
): Outcome {
  const line = knownFailures.find(
    (each) =>
      each.service === testRun.target.service.name &&
      each.target === testRun.target.name &&
      each.test === formatTitle(testRun) &&
      (each.caller ?? testRun.caller) === testRun.caller,
  );
  if (!line || outcome.result === "skipped") return outcome;
  if (outcome.result === "failed")
    return { result: "skipped", reason: `known to fail: ${line.reason}` };
  return {
    result: "failed",
    failures: [
      {
        subject: `This known failure passes. Remove it from targets/known-failures.ts ("${line.reason}").`,
      },
    ],
  };
}

/** One request to one target by one caller. */
export interface TestRun {
  readonly target: TargetKind;
  /** `http` for exchanges. */
  readonly caller: string;
  /** The operation, or the path of the exchange. */
  readonly endpoint: string;
  readonly kind: "operation" | "binding" | "surface";
  readonly it: string;
  /** The expected status. */
  readonly status: number;
  /** Why the test is skipped, if that is known in advance. */
  readonly skipReason?: string | undefined;
  readonly definition: OperationCase | BindingCase | { readonly exchange: Exchange<any> };
}

/** A case with its operation and its caller. */
export interface OperationCase {
  readonly operation: OperationName;
  readonly case: Case<any>;
  readonly caller: Caller;
}

/** An exchange with its protocol operation. */
export interface BindingCase {
  readonly binding: BindingName;
  readonly exchange: Exchange;
}

/** The title, as printed and as used in known failures. */
export const formatTitle = ({ endpoint, it }: Pick<TestRun, "endpoint" | "it">): string =>
  `${endpoint} › ${it}`;

/** Plans all test runs for a kind of target, in the order of the cases. */
export function planTestRuns(target: TargetKind): TestRun[] {
  const { table, cases, bindings, exchanges } = target.service;
  const operations = callers
    .filter((caller) => caller.supports(target))
    .flatMap((caller) =>
      Object.entries(cases)
        .filter(([name]) => caller.protocol === "http" || table.operations[name]!.tool)
        .flatMap(([endpoint, entries]) =>
          entries
            .filter(({ only }) => !only || only.protocol === caller.protocol)
            .map(
              (each): TestRun => ({
                target,
                caller: caller.name,
                endpoint,
                kind: "operation",
                it: each.it,
                status: each.status,
                skipReason:
                  caseSkipReason(each, target) ??
                  caller.skipReason?.() ??
                  (caller.skipsRequests ? each.clientSkipReason : undefined),
                definition: { operation: endpoint as OperationName, case: each, caller },
              }),
            ),
        ),
    );
  if (target.scope === "document") return operations;
  const cellOf = (
    kind: TestRun["kind"],
    endpoint: string,
    exchange: Exchange<any>,
    what: TestRun["definition"],
  ): TestRun => ({
    target,
    caller: "http",
    endpoint,
    kind,
    it: exchange.it,
    status: exchange.status,
    skipReason: target.skipReason?.() ?? exchangeSkipReason(exchange, target),
    definition: what,
  });
  const bound = Object.entries(bindings).flatMap(([endpoint, entries]) =>
    entries.map((exchange) =>
      cellOf("binding", endpoint, exchange, { binding: endpoint as BindingName, exchange }),
    ),
  );
  if (target.scope === "operations") return [...operations, ...bound];
  const surfaces = Object.entries(exchanges).flatMap(([endpoint, entries]) =>
    entries.map((exchange) => cellOf("surface", endpoint, exchange, { exchange })),
  );
  return [...operations, ...bound, ...surfaces];
}

const NEEDS_WRITES = "writes data (run with --allow-writes)";
const NEEDS_FAULT = "needs a simulated fault";
const NEEDS_RATE_LIMITED_CLIENT = "needs a client that exceeded its rate limit";
const needsFixture = ({ service }: TargetKind) => `needs ${service.fixture.description}`;

function exchangeSkipReason(
  { requires, writes, fault, rateLimited, proxySkipReason }: Exchange<any>,
  target: TargetKind,
): string | undefined {
  if (target.scope === "operations" && proxySkipReason) return proxySkipReason;
  if (target.isFixture) return undefined;
  if (writes && !target.allowsWrites) return NEEDS_WRITES;
  if (fault) return NEEDS_FAULT;
  if (rateLimited) return NEEDS_RATE_LIMITED_CLIENT;
  return requires && needsFixture(target);
}

/** The problems that a mock can derive from the document. */
const DOCUMENTED_PROBLEMS = new Set<string | undefined>([
  "invalid_input",
  "not_acceptable",
  "unauthorized",
]);

function caseSkipReason(each: Case<any>, target: TargetKind): string | undefined {
  const missing = target.skipReason?.();
  if (missing) return missing;
  if (target.scope === "operations" && each.proxySkipReason) return each.proxySkipReason;
  if (target.scope === "document") {
    if (each.fault || each.status >= 500) return "a mock never fails";
    if (each.rateLimited) return "a mock has no rate limits";
    if (each.mockSkipReason) return each.mockSkipReason;
    if (each.status >= 400 && !DOCUMENTED_PROBLEMS.has(each.problem))
      return "a mock has no data that could be missing, unreadable, sold out or used up";
    return undefined;
  }
  if (each.fault && !target.isFixture) return NEEDS_FAULT;
  if (each.rateLimited && !target.isFixture) return NEEDS_RATE_LIMITED_CLIENT;
  if (each.requires && !target.isFixture) return needsFixture(target);
  if (each.writes && !target.isFixture && !target.allowsWrites) return NEEDS_WRITES;
  return undefined;
}
