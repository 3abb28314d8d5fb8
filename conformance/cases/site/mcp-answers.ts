import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import type { Answered } from "../../targets/target.ts";

const JSON_TYPE = "application/json";

/** Answers with a JSON-RPC error of this code. */
export const fails = (it: string, ask: Exchange["ask"], status: number, code: number, check?: (error: any) => void): Exchange => ({
  it,
  ask,
  status,
  mediaType: JSON_TYPE,
  check(answer) {
    const { jsonrpc, error, result } = JSON.parse(answer.text);
    assert.deepEqual([jsonrpc, error?.code, result], ["2.0", code, undefined], answer.text);
    assert.ok(error.message.length > 10);
    check?.(error);
  },
});

/** Answers with a result. */
export const gives = (it: string, ask: Exchange["ask"], check: (result: any, answer: Answered) => void): Exchange => ({
  it,
  ask,
  status: 200,
  mediaType: JSON_TYPE,
  check: (answer) => {
    const { result } = JSON.parse(answer.text);
    assert.ok(result, answer.text);
    check(result, answer);
  },
});
