import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { callApi } from "./actions.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestEvent, MOCK_STORES_NOTHING, UNKNOWN_EVENT } from "./trigger-cases.ts";

/** Required behavior of `getEvent`. */
export const getEvent: CasesOf<"getEvent"> = [
  {
    it: "returns the data only to keys that may run tools",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: (context) => createTestEvent(context),
    status: 200,
    output: { type: "event", status: "acting", verified: true, test: true, depth: 0, user: null },
    async check({ value }, context) {
      assert.deepEqual([value.data, value.data_size], [{ id: "1" }, 10]);
      const { value: seen } = await callApi(
        context,
        "GET",
        `/events/${value.id}`,
        undefined,
        KEYS.reader,
      );
      assert.deepEqual([seen.id, "data" in seen], [value.id, false]);
    },
  },
  {
    it: "returns a CloudEvent to clients that accept one",
    requires: "fixture",
    proxySkipReason: "Prism validates every JSON type against the schema of application/json",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: { accept: "application/cloudevents+json" },
    input: (context) => createTestEvent(context),
    status: 200,
    check({ headers, value }) {
      assert.match(headers["content-type"]!, /^application\/cloudevents\+json(;|$)/);
      assert.equal(headers["vary"]?.toLowerCase().includes("accept"), true);
      const { specversion, type, source, datacontenttype, jackfieldtrigger, data } =
        value as unknown as Record<string, unknown>;
      assert.deepEqual(
        { specversion, type, source, datacontenttype, data },
        {
          specversion: "1.0",
          type: "event",
          source: `/api/v1/triggers/${jackfieldtrigger}`,
          datacontenttype: "application/json",
          data: { id: "1" },
        },
      );
    },
  },
  {
    it: "returns JSON to clients that accept anything",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: { accept: "text/html, */*;q=0.1" },
    input: (context) => createTestEvent(context),
    status: 200,
    output: { type: "event", status: "acting" },
  },
  {
    it: "rejects an Accept header that excludes all media types",
    requires: "fixture",
    mockSkipReason: "Prism's mock fails if Accept excludes everything",
    headers: { accept: "text/csv" },
    input: (context) => createTestEvent(context),
    status: 406,
    problem: "not_acceptable",
  },
  {
    it: "hides the account's event from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: (context) => createTestEvent(context),
    status: 404,
    problem: "event_not_found",
  },
  {
    it: "rejects an unknown event",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: UNKNOWN_EVENT,
    status: 404,
    problem: "event_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { event: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/event"),
  },
  ...commonCases<"getEvent">((context) => createTestEvent(context), {
    permission: "read",
    rejectedInput: UNKNOWN_EVENT,
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
