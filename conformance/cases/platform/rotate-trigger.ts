import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { commonCases } from "./every-operation.ts";
import { assertPointer } from "./requests.ts";
import { createTestTrigger, MOCK_STORES_NOTHING, UNKNOWN_TRIGGER } from "./trigger-cases.ts";

/** Required behavior of `rotateTrigger`. */
export const rotateTrigger: CasesOf<"rotateTrigger"> = [
  {
    it: "has nothing to rotate without an address or deliveries",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: createTestTrigger,
    status: 200,
    output: { secrets: [] },
  },
  {
    it: "rejects a signing secret for a trigger without one",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: async (context) => ({
      ...(await createTestTrigger(context)),
      secret: "whsec_abcdefgh",
    }),
    status: 422,
    problem: "signing_required",
    check: assertPointer("/secret"),
  },
  {
    it: "hides the account's trigger from an end user's key",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    headers: bearerHeader(KEYS.user),
    input: async (context) => ({ ...(await createTestTrigger(context)) }),
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an unknown trigger",
    requires: "fixture",
    mockSkipReason: MOCK_STORES_NOTHING,
    input: { ...UNKNOWN_TRIGGER },
    status: 404,
    problem: "trigger_not_found",
  },
  {
    it: "rejects an ID of 101 characters",
    input: { trigger: "a".repeat(101) },
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/trigger"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    input: () => ({ ...UNKNOWN_TRIGGER, secret: "a".repeat(1 << 20) }),
    status: 413,
    problem: "body_too_large",
  },
  ...commonCases<"rotateTrigger">(async (context) => ({ ...(await createTestTrigger(context)) }), {
    permission: "run",
    rejectedInput: { ...UNKNOWN_TRIGGER },
    worksWithoutCatalog: true,
    skipReasons: { mockSkipReason: MOCK_STORES_NOTHING },
  }),
];
