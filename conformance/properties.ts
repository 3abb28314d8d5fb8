import assert from "node:assert/strict";
import fc from "fast-check";
import { anyQuery, fittingInput, unfittingInput } from "./arbitraries.ts";
import type { Connected } from "./callers/caller.ts";
import { credentialOf, http } from "./callers/http.ts";
import { callers } from "./callers/index.ts";
import { judgeOf } from "./callers/judge.ts";
import type { OperationName, Reply } from "./case.ts";
import { platformProperties } from "./properties/platform.ts";
import { siteProperties } from "./properties/site.ts";
import type { Service } from "./services/service.ts";
import type { Answered, Target, TargetKind } from "./targets/target.ts";

/** Something that holds for all inputs, tried on many. */
export interface Property {
  readonly it: string;
  /** Rejects with the smallest input found for which it does not hold. */
  hold(target: Target, numRuns: number): Promise<void>;
}

/** The properties of every operation by every caller, and of what else is asked, for a kind of target. */
export function propertiesOf(kind: TargetKind): Property[] {
  const { service } = kind;
  const { operations } = service.table;
  const connections = new WeakMap<Target, Map<string, Connected>>();
  const connectionOf = (target: Target, name: string): Connected => {
    let of = connections.get(target);
    if (!of)
      connections.set(
        target,
        (of = new Map(callers.map((caller) => [caller.name, caller.connect(kind, target)]))),
      );
    return of.get(name)!;
  };
  const names = Object.keys(operations) as OperationName[];
  return [
    ...names.flatMap((operation) =>
      callers
        .filter(({ protocol }) => protocol === "http" || operations[operation]!.tool)
        .flatMap(({ name }) =>
          ofInputs(service, operation, name, (target) => connectionOf(target, name)),
        ),
    ),
    ...names
      .filter((operation) => operations[operation]!.method === "GET")
      .map((operation) => ofQueries(service, operation)),
    ofArguments(service),
    ofPaths(service),
    ...(service.name === "site" ? siteProperties : platformProperties),
  ];
}

function ofInputs(
  { table }: Service,
  operation: OperationName,
  caller: string,
  by: (target: Target) => Connected,
): Property[] {
  const { input, source } = table.operations[operation]!;
  // Without what stands in it, or with dots that lead elsewhere, it is another path.
  const inPath =
    caller === http.name ? Object.keys(source).filter((name) => source[name] === "path") : [];
  const hasPath = (each: Record<string, unknown>) =>
    inPath.every(
      (name) => each[name] !== undefined && !["", ".", ".."].includes(String(each[name])),
    );
  return [
    {
      it: `${operation} over ${caller} takes every input that fits its schema`,
      hold: (target, numRuns) =>
        holds(numRuns, fittingInput(input).filter(hasPath), async (each) => {
          const reply = await by(target).call(operation, each);
          assert.deepEqual(reply.departures, []);
          assert.ok(reply.status < 500, `status ${reply.status}`);
          if (!isOfWhatIsThere(reply)) assert.notEqual(codeOf(reply), "invalid_input");
        }),
    },
    {
      it: `${operation} over ${caller} refuses every input that does not`,
      hold: (target, numRuns) =>
        holds(numRuns, unfittingInput(input).filter(hasPath), async (each) => {
          const reply = await by(target).call(operation, each);
          assert.deepEqual(reply.departures, []);
          assert.deepEqual([reply.status, codeOf(reply)], [400, "invalid_input"]);
        }),
    },
  ];
}

/** Inputs that fit by their schema, but must also be what the service has given out. */
const isOfWhatIsThere = ({ value }: Reply): boolean =>
  (value as { errors?: { pointer: string }[] })?.errors?.every(({ pointer }) =>
    /^\/(cursor|(apps|scopes)\/\d+)$/.test(pointer),
  ) ?? false;

const ofQueries = (service: Service, operation: OperationName): Property => ({
  it: `${operation} answers any query at all with what the spec declares`,
  hold: (target, numRuns) => {
    const { path, input } = service.table.operations[operation]!;
    const at = path.replaceAll(/\{\w+\}/g, "nothing");
    return holds(numRuns, anyQuery(Object.keys(input.properties)), async (query) =>
      isDeclared(
        service,
        operation,
        await target.ask({ path: `${at}?${query}`, headers: credentialOf(target) }),
      ),
    );
  },
});

const ofArguments = ({ table }: Service): Property => ({
  it: "an MCP tool takes any JSON for arguments without failing inside",
  hold: (target, numRuns) =>
    holds(
      numRuns,
      fc.tuple(
        fc.constantFrom(...Object.values(table.operations).flatMap(({ tool }) => tool?.name ?? [])),
        fc.dictionary(fc.string(), fc.jsonValue()),
      ),
      async ([name, input]) => {
        const body = JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: input },
        });
        const { status, text } = await target.ask({
          method: "POST",
          path: "/mcp",
          headers: { "content-type": "application/json", ...credentialOf(target) },
          body,
        });
        const { result } = JSON.parse(text);
        assert.deepEqual([status, Array.isArray(result?.content)], [200, true], text);
        if (result.isError) assert.equal(JSON.parse(result.content[0].text).status, 400);
      },
    ),
});

const STEPS = [
  "guide",
  "agent",
  "api",
  "v1",
  "apps",
  "tools",
  "mcp",
  "k",
  "..",
  "%2e%2e",
  "%2f",
  "%5c",
  "\\",
  ".well-known",
  "index.html",
];

const ofPaths = (service: Service): Property => ({
  it: "no path at all fails inside",
  hold: (target, numRuns) =>
    holds(numRuns, anyQuery(STEPS), async (path) => {
      const answer = await target.ask({ path: `/${path}` });
      assert.ok(answer.status < 500, `status ${answer.status}`);
      assert.deepEqual(judgeOf(service).breaches(answer), []);
    }),
});

/** That an operation answers what the spec declares of it, and no fault. */
export function isDeclared(service: Service, operation: OperationName, answer: Answered): void {
  const { departuresOf, breaches } = judgeOf(service);
  assert.ok(answer.status < 500, `status ${answer.status}`);
  assert.deepEqual([...departuresOf(operation, answer), ...breaches(answer)], []);
}

/** That a check holds for as many values. */
export const holds = <Value>(
  numRuns: number,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(values, check), { numRuns });

const codeOf = ({ value }: Reply): unknown => (value as { code?: unknown })?.code;
