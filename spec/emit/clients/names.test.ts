import { describe, expect, it } from "vitest";
import type { OperationEntry } from "../table.ts";
import { type CallExtensions, createClientCalls } from "./names.ts";

type Source = OperationEntry["source"];

const createOperation = (
  method: OperationEntry["method"],
  source: Source = {},
  required: readonly string[] = [],
): OperationEntry => ({
  method,
  path: "/",
  summary: "",
  description: "",
  input: {
    type: "object",
    properties: Object.fromEntries(Object.keys(source).map((key) => [key, {}])),
    required,
    additionalProperties: false,
  },
  source,
  responses: {},
});

function createCalls(
  operations: Record<string, OperationEntry>,
  extensions: Record<string, CallExtensions> = {},
) {
  const errors: string[] = [];
  const calls = createClientCalls("site", operations, extensions, (where, reason) =>
    errors.push(`${where} ${reason}`),
  );
  return { calls, errors };
}

describe("the names of client calls", () => {
  it("splits an operation into resource and method", () => {
    const { calls, errors } = createCalls({
      siteInfo: createOperation("GET"),
      listRuns: createOperation("GET"),
      getRun: createOperation("GET"),
      getRunResult: createOperation("GET"),
      listRunResultParts: createOperation("GET"),
    });
    expect(errors).toEqual([]);
    expect(
      Object.values(calls).map(({ resource, method }) => [resource, method].filter(Boolean)),
    ).toEqual([
      ["info"],
      ["runs", "list"],
      ["runs", "get"],
      ["runs", "getResult"],
      ["runs", "listResultParts"],
    ]);
  });

  it("keeps nouns apart that only start with the same letters", () => {
    const { calls } = createCalls({
      getApp: createOperation("GET"),
      getApproval: createOperation("GET"),
    });
    expect(calls["getApproval"]).toMatchObject({ resource: "approvals", method: "get" });
  });

  it("puts the path, then required inputs, then those of x-positional first", () => {
    const source: Source = { timeout: "body", arguments: "body", task: "body", tool: "path" };
    const { calls } = createCalls(
      { runTool: createOperation("POST", source, ["task", "tool"]) },
      { runTool: { positional: ["arguments"], repeats: false } },
    );
    expect(calls["runTool"]!.positional).toEqual(["tool", "task", "arguments"]);
  });

  it("repeats every method but POST, and POST with a key", () => {
    const { calls, errors } = createCalls(
      {
        deleteRun: createOperation("DELETE"),
        runTool: createOperation("POST", { idempotency_key: "body" }),
        connectApp: createOperation("POST"),
      },
      { connectApp: { repeats: false } },
    );
    expect(errors).toEqual([]);
    expect(Object.values(calls).map(({ repeats }) => repeats)).toEqual([true, true, false]);
  });
});

describe("errors in the spec", () => {
  it.each<[string, Record<string, OperationEntry>, Record<string, CallExtensions>, RegExp]>([
    ["a name without a noun", { run: createOperation("GET") }, {}, /can't be split/],
    [
      "two operations with one call",
      { listRun: createOperation("GET"), listRuns: createOperation("GET") },
      {},
      /runs\.list, which listRun has too/,
    ],
    [
      "a POST that doesn't state whether it repeats",
      { runTool: createOperation("POST") },
      {},
      /needs x-repeats/,
    ],
    [
      "x-repeats on GET",
      { getRun: createOperation("GET") },
      { getRun: { repeats: true } },
      /isn't allowed/,
    ],
    [
      "x-repeats beside a key",
      { runTool: createOperation("POST", { idempotency_key: "body" }) },
      { runTool: { repeats: true } },
      /takes an idempotency_key/,
    ],
    [
      "x-positional for an unknown input",
      { getRun: createOperation("GET") },
      { getRun: { positional: ["id"] } },
      /has no input id/,
    ],
    [
      "a Python keyword as input",
      { getRun: createOperation("GET", { from: "query" }) },
      {},
      /keyword of Python/,
    ],
  ])("reports %s", (_, operations, extensions, message) => {
    expect(createCalls(operations, extensions).errors).toEqual([expect.stringMatching(message)]);
  });
});
