import assert from "node:assert/strict";
import type { Exchange, TestContext } from "../case.ts";
import type { TestResponse } from "../targets/target.ts";

const JSON_TYPE = "application/json";

/** An exchange whose response is a JSON-RPC error with this code. */
export const expectRpcError = <Finds extends TestContext = TestContext>(
  it: string,
  request: Exchange<Finds>["request"],
  status: number,
  code: number,
  check?: (error: any) => void,
): Exchange<Finds> => ({
  it,
  request,
  status,
  mediaType: JSON_TYPE,
  check(response) {
    const { jsonrpc, error, result } = JSON.parse(response.text);
    assert.deepEqual([jsonrpc, error?.code, result], ["2.0", code, undefined], response.text);
    assert.ok(error.message.length > 10);
    check?.(error);
  },
});

/** An exchange whose response is a JSON-RPC result. */
export const expectRpcResult = <Finds extends TestContext = TestContext>(
  it: string,
  request: Exchange<Finds>["request"],
  check: (result: any, response: TestResponse) => void,
): Exchange<Finds> => ({
  it,
  request,
  status: 200,
  mediaType: JSON_TYPE,
  check: (response) => {
    const { result } = JSON.parse(response.text);
    assert.ok(result, response.text);
    check(result, response);
  },
});
