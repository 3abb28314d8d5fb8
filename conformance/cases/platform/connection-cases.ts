import assert from "node:assert/strict";
import type { CallResult, Output, PlatformContext } from "../../case.ts";
import { FJORD_KEY } from "../../fixtures/platform/connections.ts";
import { createConnection, createConnectLink } from "./actions.ts";

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
