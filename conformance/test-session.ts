import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Caller, ConnectedCaller } from "./callers/http.ts";
import { http } from "./callers/http.ts";
import { parseMediaType, validatorFor } from "./callers/spec-validator.ts";
import { type CallResult, type Case, type Exchange, isSkip, skip } from "./case.ts";
import { CLIENT_HEADER, FAULT_HEADER, LEAK_MARKER, RATE_LIMITED_CLIENT } from "./fixtures/site.ts";
import { officialErrors } from "./standards/index.ts";
import type { Target, TargetKind } from "./targets/target.ts";
import type { BindingCase, OperationCase, TestRun } from "./test-run.ts";

/** The outcome of a test run. */
export type Outcome =
  | { readonly result: "passed" }
  | { readonly result: "skipped"; readonly reason: string }
  | { readonly result: "failed"; readonly failures: readonly Failure[] };

/** A difference from the expected result. */
export interface Failure {
  readonly subject: string;
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
}

/** A running target with everything needed to test it. */
export interface TestSession {
  readonly targetKind: TargetKind;
  readonly target: Target;
  /** Never rejects. */
  run(testRun: TestRun): Promise<Outcome>;
  close(): Promise<void>;
}

/** A connected caller, with the facts about the target that it has learned. */
interface CallerSession {
  readonly connection: ConnectedCaller;
  readonly loadContext: () => Promise<any>;
}

/** Starts a target and opens a session. */
export const openSession = async (kind: TargetKind): Promise<TestSession> =>
  createSession(kind, await kind.start());

/** Opens a session with a running target. Closing the session closes the target. */
export function createSession(kind: TargetKind, target: Target): TestSession {
  const connected = new Map<string, CallerSession>();
  const by = (caller: Caller): CallerSession => {
    let entry = connected.get(caller.name);
    if (!entry) {
      const connection = caller.connect(kind, target);
      entry = {
        connection,
        // Callers share the facts about a deployment, to send fewer requests.
        loadContext:
          isDeployment(kind) && caller !== http
            ? by(http).loadContext
            : kind.service.createContextLoader(connection.call, target),
      };
      connected.set(caller.name, entry);
    }
    return entry;
  };

  return {
    targetKind: kind,
    target,
    async run({ definition, skipReason }) {
      if (skipReason) return { result: "skipped", reason: skipReason };
      try {
        if ("exchange" in definition)
          return toOutcome(await runExchange(definition, by(http).loadContext, target, kind));
        const { connection, loadContext } = by(definition.caller);
        return toOutcome(await runCase(definition, connection, loadContext, kind, target));
      } catch (error) {
        const maySkip =
          "caller" in definition
            ? definition.caller.skipsRequests
            : definition.exchange.condition !== undefined;
        if (isSkip(error) && (maySkip || isDeployment(kind)))
          return { result: "skipped", reason: error.message };
        return { result: "failed", failures: [toFailure(error)] };
      }
    },
    async close() {
      for (const { connection } of connected.values()) await connection.close().catch(() => {});
      await target.close();
    },
  };
}

/** Cases may not apply to a deployment, but all of them apply to the suite's own targets. */
const isDeployment = ({ isFixture, scope }: TargetKind) => !isFixture && scope === "everything";

const toOutcome = (failures: readonly Failure[]): Outcome =>
  failures.length > 0 ? { result: "failed", failures } : { result: "passed" };

async function runCase(
  { operation, case: each }: OperationCase,
  { call }: ConnectedCaller,
  loadContext: () => Promise<any>,
  kind: TargetKind,
  target: Target,
): Promise<Failure[]> {
  const { scope, service } = kind;
  const input =
    typeof each.input === "function" ? await each.input(await loadContext()) : each.input;
  const headers = { ...each.headers, ...fixtureHeaders(each) };
  const result = await call(operation, input, { headers });
  const text = JSON.stringify(result.value);

  if (scope === "document") return mockFailures(each, result);
  const failures: Failure[] = result.violations.map((subject) => ({ subject }));
  if (result.status !== each.status) {
    // The key of a deployment may have fewer permissions than the operations need.
    if (result.status === 403 && isDeployment(kind)) {
      const reason = await service.explainMissingPermission?.(operation, target);
      if (reason !== undefined) skip(reason);
    }
    failures.push({
      subject: "the status",
      expected: String(each.status),
      received: `${result.status} ${text.slice(0, 400)}`,
    });
    return failures;
  }
  const { code } = (result.value ?? {}) as { code?: string };
  if (each.problem && code !== each.problem)
    failures.push({ subject: "the problem code", expected: each.problem, received: code });
  if (text.includes(LEAK_MARKER))
    failures.push({
      subject: "the response reveals an internal error",
      received: text.slice(0, 400),
    });
  if (each.output)
    failures.push(
      ...(await collectFailures(() => assert.partialDeepStrictEqual(result.value, each.output))),
    );
  if (each.check && failures.length === 0) {
    const site = await loadContext();
    failures.push(...(await collectFailures(() => each.check!(result as never, site))));
  }
  return failures;
}

/** The headers that make the fixture simulate a fault or an exceeded rate limit. */
const fixtureHeaders = ({
  fault,
  rateLimited,
}: Pick<Exchange, "fault" | "rateLimited">): Record<string, string> => ({
  ...(fault && { [FAULT_HEADER]: String(fault) }),
  ...(rateLimited && { [CLIENT_HEADER]: RATE_LIMITED_CLIENT }),
});

/**
 * A mock must accept valid requests, and reject those that the document shows to be invalid with
 * any 4xx status.
 */
function mockFailures({ status }: Case<any>, result: CallResult): Failure[] {
  if (status < 300) {
    const failures = result.violations.map((what) => ({ subject: what }));
    if (result.status !== status)
      failures.unshift({
        subject: `the status of the mock is ${result.status}, not ${status}: ${JSON.stringify(result.value).slice(0, 400)}`,
      });
    return failures;
  }
  return result.status >= 400 && result.status < 500
    ? []
    : [{ subject: "the status of the mock", expected: "4xx", received: String(result.status) }];
}

async function runExchange(
  what: BindingCase | { readonly exchange: Exchange<any> },
  loadContext: () => Promise<any>,
  target: Target,
  { service }: TargetKind,
): Promise<Failure[]> {
  const validator = validatorFor(service);
  const { exchange: each } = what;
  const { condition } = each as Exchange<any>;
  if (condition && !condition.holds(await loadContext())) skip(`needs ${condition.needs}`);
  const baseRequest =
    typeof each.request === "function" ? await each.request(await loadContext()) : each.request;
  const request = { ...baseRequest, headers: { ...baseRequest.headers, ...fixtureHeaders(each) } };
  const response = await target.send(request);
  const failures: Failure[] = validator
    .generalViolations(response, request)
    .map((subject) => ({ subject }));
  if ("binding" in what) {
    const violations = [
      ...validator.bindingViolations(what.binding, response),
      ...officialErrors(what.binding, response),
    ];
    failures.push(...violations.map((subject) => ({ subject })));
  }
  const mismatch = (what: string, expected: string, received: string | undefined) =>
    failures.push({ subject: what, expected, received });
  if (response.text.includes(LEAK_MARKER))
    mismatch("the response", "no internal error", response.text.slice(0, 400));
  if (response.status !== each.status)
    mismatch(
      "the status",
      String(each.status),
      `${response.status} ${response.text.slice(0, 400)}`,
    );
  if (each.mediaType && parseMediaType(response) !== each.mediaType)
    mismatch("the media type", each.mediaType, parseMediaType(response));
  for (const [name, value] of Object.entries(each.headers ?? {})) {
    const received = response.headers[name];
    const fits = typeof value === "string" ? received === value : value.test(received ?? "");
    if (!fits) mismatch(`the header ${name}`, String(value), received);
  }
  if (each.check && failures.length === 0)
    failures.push(
      ...(await collectFailures(async () => each.check!(response, await loadContext()))),
    );
  return failures;
}

async function collectFailures(check: () => unknown): Promise<Failure[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (isSkip(error)) throw error;
    return [toFailure(error)];
  }
}

function toFailure(error: unknown): Failure {
  if (!(error instanceof assert.AssertionError))
    return { subject: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  const format = (value: unknown) =>
    value === undefined ? undefined : inspect(value, { depth: 5, breakLength: 100 }).slice(0, 600);
  const subject = error.generatedMessage ? "the response" : error.message.slice(0, 1200);
  return {
    subject: subject,
    ...(error.generatedMessage && {
      expected: format(error.expected),
      received: format(error.actual),
    }),
  };
}
