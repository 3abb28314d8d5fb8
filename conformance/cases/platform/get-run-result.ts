import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { LONG_REMARK, PICTURE_REMARK } from "../../fixtures/platform/fjord.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { newIdempotencyKey, runFjordTool } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createLongRun, createRun, UNKNOWN_RUN } from "./run-cases.ts";

/** Required behavior of `getRunResult`. */
export const getRunResult: CasesOf<"getRunResult"> = [
  {
    it: "returns the whole result",
    requires: "fixture",
    input: createLongRun,
    status: 200,
    output: {
      media_type: "text/plain",
      encoding: "text",
      data: LONG_REMARK,
      offset: 0,
      size: LONG_REMARK.length,
      next_offset: null,
    },
  },
  {
    it: "returns parts that add up to the whole result",
    requires: "fixture",
    input: async (context) => ({ ...(await createLongRun(context)), limit: 2000 }),
    status: 200,
    async check({ value }, { call }) {
      let { data, next_offset: offset } = value;
      while (offset !== null) {
        const { value: next } = await call("getRunResult", { run: value.run, offset, limit: 2000 });
        data += next.data;
        offset = next.next_offset;
      }
      assert.equal(data, LONG_REMARK);
    },
  },
  {
    it: "returns no data beyond the end",
    requires: "fixture",
    input: async (context) => ({ ...(await createLongRun(context)), offset: 100_000 }),
    status: 200,
    output: { data: "", next_offset: null },
  },
  {
    it: "returns binary data in base64",
    requires: "fixture",
    input: async (context) => ({
      run: (await runFjordTool(context, "get_remark", { id: "picture" })).run,
    }),
    status: 200,
    output: {
      media_type: "image/png",
      encoding: "base64",
      data: PICTURE_REMARK.toString("base64"),
      size: PICTURE_REMARK.length,
    },
  },
  {
    it: "returns the result of a run with an idempotency key",
    requires: "fixture",
    input: async (context) => ({
      run: (
        await runFjordTool(
          context,
          "get_remark",
          { id: "1" },
          { idempotency_key: newIdempotencyKey() },
        )
      ).run,
    }),
    status: 200,
    check: ({ value }) => assert.deepEqual(JSON.parse(value.data), { id: "1", text: "It hums" }),
  },
  {
    it: "rejects a run whose response contained the whole result",
    requires: "fixture",
    input: createRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "hides another user's run",
    requires: "fixture",
    headers: bearerHeader(KEYS.user),
    input: createLongRun,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects an unknown run",
    requires: "fixture",
    input: UNKNOWN_RUN,
    status: 404,
    problem: "run_not_found",
  },
  {
    it: "rejects a negative offset",
    requires: "fixture",
    input: { ...UNKNOWN_RUN, offset: -1 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/offset"),
  },
  {
    it: "rejects a limit of 0",
    requires: "fixture",
    input: { ...UNKNOWN_RUN, limit: 0 },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/limit"),
  },
  ...commonCases<"getRunResult">(createLongRun, {
    permission: "run",
    rejectedInput: UNKNOWN_RUN,
    worksWithoutCatalog: true,
  }),
];
