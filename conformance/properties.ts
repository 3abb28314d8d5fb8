import assert from "node:assert/strict";
import fc from "fast-check";
import { table } from "../generated/site/operations.ts";
import type { OperationName } from "../core/site/contract.ts";
import { anyQuery, anyUrl, fittingInput, unfittingInput } from "./arbitraries.ts";
import { callers } from "./callers/index.ts";
import { http } from "./callers/http.ts";
import type { Connected } from "./callers/caller.ts";
import { breaches, departuresOf } from "./callers/judge.ts";
import { bodyProperties } from "./bodies.ts";
import type { Reply } from "./case.ts";
import { ucpProperties } from "./ucp-bodies.ts";
import type { Answered, Target, TargetKind } from "./targets/target.ts";

/** Something that holds for all inputs, tried on many. */
export interface Property {
  readonly it: string;
  /** Rejects with the smallest input found for which it does not hold. */
  hold(target: Target, numRuns: number): Promise<void>;
}

/** The properties of every operation by every caller, and of what else is asked, for a kind of target. */
export function propertiesOf(kind: TargetKind): Property[] {
  const connections = new WeakMap<Target, Map<string, Connected>>();
  const connectionOf = (target: Target, name: string): Connected => {
    let of = connections.get(target);
    if (!of) connections.set(target, (of = new Map(callers.map((caller) => [caller.name, caller.connect(kind, target)]))));
    return of.get(name)!;
  };
  const operations = Object.keys(table.operations) as OperationName[];
  return [
    ...operations.flatMap((operation) => callers.flatMap(({ name }) => ofInputs(operation, name, (target) => connectionOf(target, name)))),
    ...operations.filter((operation) => table.operations[operation].method === "GET").map(ofQueries),
    ofUrls,
    ofArguments,
    ofPaths,
    ...bodyProperties,
    ...ucpProperties,
  ];
}

function ofInputs(operation: OperationName, caller: string, by: (target: Target) => Connected): Property[] {
  const { input, source } = table.operations[operation];
  // Without what stands in it, or with dots that lead elsewhere, it is another path.
  const inPath = caller === http.name ? Object.keys(source).filter((name) => source[name] === "path") : [];
  const hasPath = (each: Record<string, unknown>) => inPath.every((name) => each[name] !== undefined && !["", ".", ".."].includes(String(each[name])));
  return [
    {
      it: `${operation} over ${caller} takes every input that fits its schema`,
      hold: (target, numRuns) =>
        holds(numRuns, fittingInput(input), async (each) => {
          const reply = await by(target).call(operation, each);
          assert.deepEqual(reply.departures, []);
          assert.ok(reply.status < 500, `status ${reply.status}`);
          assert.notEqual(codeOf(reply), "invalid_input");
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

const ofQueries = (operation: OperationName): Property => ({
  it: `${operation} answers any query at all with what the spec declares`,
  hold: (target, numRuns) => {
    const { path, input } = table.operations[operation];
    const at = path.replaceAll(/\{\w+\}/g, "nothing");
    return holds(numRuns, anyQuery(Object.keys(input.properties)), async (query) => isDeclared(operation, await target.ask({ path: `${at}?${query}` })));
  },
});

const ofUrls: Property = {
  it: "readPage answers any URL at all with what the spec declares",
  hold: (target, numRuns) =>
    holds(numRuns * 2, fc.tuple(anyUrl(target.url), fc.constantFrom("text/markdown", "application/json", "text/plain", "*/*")), async ([url, accept]) =>
      isDeclared("readPage", await target.ask({ path: `/agent/read?${new URLSearchParams({ url })}`, headers: { accept } })),
    ),
};

const ofArguments: Property = {
  it: "an MCP tool takes any JSON for arguments without failing inside",
  hold: (target, numRuns) =>
    holds(numRuns, fc.tuple(fc.constantFrom(...Object.values(table.operations).flatMap(({ tool }) => tool?.name ?? [])), fc.dictionary(fc.string(), fc.jsonValue())), async ([name, input]) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
      const { status, text } = await target.ask({ method: "POST", path: "/mcp", headers: { "content-type": "application/json" }, body });
      const { result } = JSON.parse(text);
      assert.deepEqual([status, Array.isArray(result?.content)], [200, true], text);
      if (result.isError) assert.equal(JSON.parse(result.content[0].text).status, 400);
    }),
};

const ofPaths: Property = {
  it: "no path at all fails inside",
  hold: (target, numRuns) =>
    holds(numRuns, anyQuery(["guide", "agent", "..", "%2e%2e", "%2f", "%5c", "\\", ".well-known", "index.html"]), async (path) => {
      const answer = await target.ask({ path: `/${path}` });
      assert.ok(answer.status < 500, `status ${answer.status}`);
      assert.deepEqual(breaches(answer), []);
    }),
};

function isDeclared(operation: OperationName, answer: Answered): void {
  assert.ok(answer.status < 500, `status ${answer.status}`);
  assert.deepEqual([...departuresOf(operation, answer), ...breaches(answer)], []);
}

const holds = <Value>(numRuns: number, values: fc.Arbitrary<Value>, check: (value: Value) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(values, check), { numRuns });

const codeOf = ({ value }: Reply): unknown => (value as { code?: unknown })?.code;
