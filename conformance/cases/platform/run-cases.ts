import assert from "node:assert/strict";
import type { CallResult, Case, Output, PlatformContext } from "../../case.ts";
import { FJORD_KEY } from "../../fixtures/platform/connections.ts";
import { callApi, createConnection, createConnectLink, runFjordTool } from "./actions.ts";

export type Connection = Output<"getConnection">;

export const UNKNOWN_CONNECTION = { connection: "conn_00000000000000000000000000000000" } as const;

/** Asserts that a connect link is on the service's own origin and valid for 15 minutes. */
export function assertConnectLink({
  value: { url, expires_at, connection },
}: CallResult<Output<"connectApp">>): void {
  assert.match(new URL(url).pathname, /^\/connect\/cl_[\w.-]{40,}$/);
  const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
  assert.ok(minutes > 13 && minutes < 16, `${minutes} minutes`);
  assert.equal(JSON.stringify(connection).includes("cl_"), false);
}

const SECRETS = new RegExp(
  `${FJORD_KEY}|fjord_(key|entered|token|refresh)|atlas_token|cumulus_password|client_secret`,
);

export const assertNoSecret = ({ value }: CallResult): void =>
  assert.doesNotMatch(JSON.stringify(value), SECRETS);

/** Creates an active connection for a new end user. Returns the input that identifies it. */
export const createActive = async (context: Pick<PlatformContext, "send">) => ({
  connection: (await createConnection(context)).id,
});

/** Creates a pending connection. Returns the input that identifies it. */
export const createPending = async (context: Pick<PlatformContext, "send">) => ({
  connection: (await createConnectLink(context, "basil")).connection.id,
});

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
