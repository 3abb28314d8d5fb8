import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import { anyText } from "./arbitraries.ts";
import { breaches, departuresOfBinding } from "./callers/judge.ts";
import { posted, SESSIONS, said } from "./cases/site/acp-messages.ts";
import type { Property } from "./properties.ts";
import { OFFERS } from "./rig/payments.ts";
import { officialMisfits } from "./standards/index.ts";
import type { Target } from "./targets/target.ts";

/** Any of these, mostly, and otherwise anything. */
const mostly = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() });
const some = (fields: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<unknown> =>
  fc.record(fields, { requiredKeys: [] });

const anyId = mostly(fc.oneof(fc.constantFrom(...OFFERS.map(({ id }) => id)), anyText));
const anyItem = mostly(
  some({
    id: anyId,
    item: mostly(some({ id: anyId, name: fc.jsonValue() })),
    quantity: mostly(fc.integer({ min: -1, max: 101 })),
    name: fc.jsonValue(),
    strange: fc.jsonValue(),
  }),
);
const anyItems = mostly(fc.array(anyItem, { maxLength: 22 }));

/** Bodies that are nearly what ACP has, and bodies that are anything. */
const anyBody = mostly(
  some({
    line_items: anyItems,
    items: anyItems,
    currency: mostly(fc.constantFrom("eur", "EUR", "usd", "jpy")),
    capabilities: fc.jsonValue(),
    buyer: fc.jsonValue(),
    payment_data: fc.jsonValue(),
    intent_trace: fc.jsonValue(),
    strange: fc.jsonValue(),
  }),
);

const BINDINGS = [
  { binding: "createAcpCheckout", step: undefined },
  { binding: "updateAcpCheckout", step: "" },
  { binding: "completeAcpCheckout", step: "/complete" },
  { binding: "cancelAcpCheckout", step: "/cancel" },
] as const;

/** What holds for every body that is sent by ACP. */
export const bodyProperties: readonly Property[] = BINDINGS.flatMap(
  ({ binding, step }): Property[] => {
    const property = (it: string, bodies: Arbitrary<string | Uint8Array>): Property => ({
      it: `${binding} answers ${it} with what the spec declares, and with what ACP has`,
      hold: (target, numRuns) =>
        fc.assert(
          fc.asyncProperty(bodies, async (body) => {
            const asking = posted(step === undefined ? SESSIONS : await pathOf(target, step), body);
            const answer = await target.ask(asking);
            assert.ok(answer.status < 500, `status ${answer.status}`);
            assert.deepEqual(
              [
                ...departuresOfBinding(binding, answer),
                ...breaches(answer, asking),
                ...officialMisfits(binding, answer),
              ],
              [],
            );
          }),
          { numRuns },
        ),
    });
    return [
      property(
        "any JSON at all",
        anyBody.map((body) => JSON.stringify(body)),
      ),
      property("any bytes at all", fc.uint8Array({ maxLength: 60 })),
    ];
  },
);

async function pathOf(target: Target, step: string): Promise<string> {
  return `${SESSIONS}/${said(await target.ask(posted(SESSIONS, { line_items: [{ id: "reel-tape" }] }))).id}${step}`;
}
