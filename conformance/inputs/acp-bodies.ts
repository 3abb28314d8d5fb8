import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { bindingViolations, generalViolations } from "../callers/spec-validator.ts";
import { parseResponse, postRequest, SESSIONS_PATH } from "../cases/site/acp-common.ts";
import { OFFERS } from "../fixtures/payments.ts";
import type { Property } from "../properties/property.ts";
import { officialErrors } from "../standards/index.ts";
import type { Target } from "../targets/target.ts";
import { anyText } from "./arbitraries.ts";

/** Mostly values of the arbitrary, sometimes any JSON value. */
const usually = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() });
const partialRecord = (fields: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<unknown> =>
  fc.record(fields, { requiredKeys: [] });

const anyId = usually(fc.oneof(fc.constantFrom(...OFFERS.map(({ id }) => id)), anyText));
const anyItem = usually(
  partialRecord({
    id: anyId,
    item: usually(partialRecord({ id: anyId, name: fc.jsonValue() })),
    quantity: usually(fc.integer({ min: -1, max: 101 })),
    name: fc.jsonValue(),
    strange: fc.jsonValue(),
  }),
);
const anyItems = usually(fc.array(anyItem, { maxLength: 22 }));

/** Bodies that resemble ACP requests, and arbitrary bodies. */
const anyBody = usually(
  partialRecord({
    line_items: anyItems,
    items: anyItems,
    currency: usually(fc.constantFrom("eur", "EUR", "usd", "jpy")),
    capabilities: fc.jsonValue(),
    buyer: fc.jsonValue(),
    payment_data: fc.jsonValue(),
    intent_trace: fc.jsonValue(),
    strange: fc.jsonValue(),
  }),
);

const ENDPOINTS = [
  { binding: "createAcpCheckout", step: undefined },
  { binding: "updateAcpCheckout", step: "" },
  { binding: "completeAcpCheckout", step: "/complete" },
  { binding: "cancelAcpCheckout", step: "/cancel" },
] as const;

/** Properties of every ACP request body. */
export const acpBodyProperties: readonly Property[] = ENDPOINTS.flatMap(
  ({ binding, step }): Property[] => {
    const property = (it: string, bodies: Arbitrary<string | Uint8Array>): Property => ({
      it: `${binding} returns a response that the spec and ACP declare for ${it}`,
      verify: (target, numRuns) =>
        fc.assert(
          fc.asyncProperty(bodies, async (body) => {
            const request = postRequest(
              step === undefined ? SESSIONS_PATH : await resolvePath(target, step),
              body,
            );
            const response = await target.send(request);
            assert.ok(response.status < 500, `status ${response.status}`);
            assert.deepEqual(
              [
                ...bindingViolations(binding, response),
                ...generalViolations(response, request),
                ...officialErrors(binding, response),
              ],
              [],
            );
          }),
          { numRuns },
        ),
    });
    return [
      property(
        "any JSON",
        anyBody.map((body) => JSON.stringify(body)),
      ),
      property("any bytes", fc.uint8Array({ maxLength: 60 })),
    ];
  },
);

async function resolvePath(target: Target, step: string): Promise<string> {
  return `${SESSIONS_PATH}/${parseResponse(await target.send(postRequest(SESSIONS_PATH, { line_items: [{ id: "reel-tape" }] }))).id}${step}`;
}
