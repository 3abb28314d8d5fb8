import assert from "node:assert/strict";
import type { CallResult, Case, Output, PlatformContext } from "../../case.ts";
import { callApi, runFjordTool } from "./actions.ts";

type Sender = Pick<PlatformContext, "send">;
export type JsonObject = Record<string, any>;

export const UNKNOWN_RUN = { run: "run_00000000000000000000000000000000" } as const;

export const getRemarkInput = (id: string, overrides: object = {}) => ({
  tool: "fjord.get_remark",
  arguments: { id },
  ...overrides,
});
export const createRemarkInput = (text: string, overrides: object = {}) => ({
  tool: "fjord.create_remark",
  arguments: { text },
  ...overrides,
});

export const successCase = (
  it: string,
  input: Case<"runTool">["input"],
  data: unknown,
  more: Partial<Case<"runTool">> = {},
): Case<"runTool"> => ({
  it,
  requires: "fixture",
  input,
  status: 200,
  output: { status: "succeeded" },
  check: ({ value }) => assert.deepEqual(value.data, data),
  ...more,
});

/** An app's own error doesn't fail the operation, which returns 200 with the error. */
export const failureCase = (
  it: string,
  id: string,
  code: string,
  message: RegExp,
  expected: JsonObject = {},
  overrides: object = {},
): Case<"runTool"> => ({
  it,
  requires: "fixture",
  input: getRemarkInput(id, overrides),
  status: 200,
  output: { status: "failed" },
  check({ value: { error } }) {
    assert.equal(error?.code, code);
    assert.match(error!.message, message);
    assert.partialDeepStrictEqual(error, expected);
  },
});

export const asProblem = ({ value }: CallResult): JsonObject => value as JsonObject;
export const assertOmits =
  (secret: string) =>
  ({ value }: CallResult) =>
    assert.ok(!JSON.stringify(value).includes(secret), JSON.stringify(value));

/** Releases the held run that a problem's detail names. */
export async function releaseRun(context: Sender, detail: string): Promise<void> {
  const { value } = await callApi<Output<"getRun">>(
    context,
    "GET",
    `/runs/${/run_[0-9a-f]{32}/.exec(detail)![0]}`,
  );
  await runFjordTool(context, "create_remark", {
    text: String(value.arguments["text"]).replace("held", "release"),
  });
}

export const createRun = async (context: Sender) => ({
  run: (await runFjordTool(context, "get_remark", { id: "1" })).run,
});
export const createLongRun = async (context: Sender) => ({
  run: (await runFjordTool(context, "get_remark", { id: "long" }, { max_bytes: 1000 })).run,
});
