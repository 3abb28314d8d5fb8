import assert from "node:assert/strict";
import type { TestResponse } from "../../targets/target.ts";
import { parseResponse } from "./acp-requests.ts";

/** The types of ACP errors whose status isn't 4xx. */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  500: "processing_error",
  503: "service_unavailable",
};

/** Checks that the response is an ACP error with this code and parameter. */
export const assertAcpError =
  (code: string, param?: string) =>
  (response: TestResponse): void => {
    const { type, ...error } = parseResponse(response);
    assert.deepEqual([error.code, error.param], [code, param], response.text);
    assert.equal(type, ERROR_TYPES[response.status] ?? "invalid_request");
    assert.ok(error.message.length > 10);
  };

/** Checks that a session waits for the buyer to pay. */
export function assertOpenSession(response: TestResponse): void {
  const { status, continue_url, messages, order, protocol, capabilities } = parseResponse(response);
  assert.deepEqual(
    [status, order, protocol.version, capabilities.payment.handlers],
    ["requires_escalation", undefined, "2026-04-17", []],
  );
  assert.ok(URL.canParse(continue_url), continue_url);
  assert.deepEqual(
    [messages.at(-1).type, messages.at(-1).resolution],
    ["info", "requires_buyer_input"],
  );
  assert.match(messages.at(-1).content, /continue_url/);
}
