import assert from "node:assert/strict";
import type { Asker, Exchange } from "../case.ts";
import type { Answered } from "../targets/target.ts";

const JSON_TYPE = "application/json";

/** Answers with a JSON-RPC error of this code. */
export const fails = <Finds extends Asker = Asker>(
  it: string,
  ask: Exchange<Finds>["ask"],
  status: number,
  code: number,
  check?: (error: any) => void,
): Exchange<Finds> => ({
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
export const gives = <Finds extends Asker = Asker>(
  it: string,
  ask: Exchange<Finds>["ask"],
  check: (result: any, answer: Answered) => void,
): Exchange<Finds> => ({
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
