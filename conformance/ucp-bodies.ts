import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import type { BindingName } from "../generated/site/operations.ts";
import { anyText } from "./arbitraries.ts";
import { breaches, departuresOfBinding } from "./callers/judge.ts";
import { asking, linesOf, SESSIONS, said, UCP } from "./cases/site/ucp-asking.ts";
import type { Property } from "./properties.ts";
import { OFFERS } from "./rig/payments.ts";
import { officialMisfits } from "./standards/index.ts";
import type { Target } from "./targets/target.ts";

/** Any of these, mostly, and otherwise anything. */
const mostly = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.jsonValue() });
const some = (fields: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<unknown> =>
  fc.record(fields, { requiredKeys: [] });

const anyId = mostly(
  fc.oneof(fc.constantFrom(...OFFERS.flatMap(({ id, product }) => [id, product])), anyText),
);
const anyLine = mostly(
  some({
    id: anyText,
    item: mostly(some({ id: anyId, title: fc.jsonValue() })),
    quantity: mostly(fc.integer({ min: -1, max: 101 })),
    strange: fc.jsonValue(),
  }),
);
const anyFilters = mostly(
  some({
    categories: mostly(fc.array(anyText)),
    price: mostly(some({ min: mostly(fc.integer()), max: mostly(fc.integer()) })),
    strange: fc.jsonValue(),
  }),
);
const anyContext = mostly(
  some({
    currency: mostly(fc.constantFrom("EUR", "eur", "USD", "JPY", "")),
    strange: fc.jsonValue(),
  }),
);
/** Bodies that are nearly a checkout, and bodies that are anything. */
export const anyCheckout = mostly(
  some({
    line_items: mostly(fc.array(anyLine, { maxLength: 22 })),
    buyer: fc.jsonValue(),
    payment: fc.jsonValue(),
    ap2: fc.jsonValue(),
    strange: fc.jsonValue(),
  }),
);
const anySearch = mostly(
  some({
    query: mostly(anyText),
    filters: anyFilters,
    context: anyContext,
    pagination: mostly(
      some({
        limit: mostly(fc.integer()),
        cursor: mostly(fc.oneof(anyText, fc.nat().map(String))),
      }),
    ),
  }),
);
const anyLookup = mostly(
  some({
    ids: mostly(fc.array(anyId, { maxLength: 60 })),
    filters: anyFilters,
    context: anyContext,
  }),
);
const anyProduct = mostly(some({ id: anyId, filters: anyFilters, context: anyContext }));

const session = async ({ ask }: Target): Promise<string> =>
  `${SESSIONS}/${said(await ask(asking("POST", SESSIONS, linesOf("reel-tape")))).id}`;

const BINDINGS: readonly {
  binding: BindingName;
  method: string;
  body: Arbitrary<unknown>;
  path(target: Target): string | Promise<string>;
}[] = [
  { binding: "createUcpCheckout", method: "POST", body: anyCheckout, path: () => SESSIONS },
  { binding: "updateUcpCheckout", method: "PUT", body: anyCheckout, path: session },
  {
    binding: "completeUcpCheckout",
    method: "POST",
    body: anyCheckout,
    path: async (target) => `${await session(target)}/complete`,
  },
  {
    binding: "cancelUcpCheckout",
    method: "POST",
    body: anyCheckout,
    path: async (target) => `${await session(target)}/cancel`,
  },
  {
    binding: "searchUcpCatalog",
    method: "POST",
    body: anySearch,
    path: () => `${UCP}/catalog/search`,
  },
  {
    binding: "lookupUcpCatalog",
    method: "POST",
    body: anyLookup,
    path: () => `${UCP}/catalog/lookup`,
  },
  {
    binding: "getUcpProduct",
    method: "POST",
    body: anyProduct,
    path: () => `${UCP}/catalog/product`,
  },
];

/** What holds for everything that is sent by UCP: bodies, and UCP-Agent. */
export const ucpProperties: readonly Property[] = [
  ...BINDINGS.flatMap(({ binding, method, body, path }): Property[] => {
    const property = (it: string, bodies: Arbitrary<string | Uint8Array>): Property => ({
      it: `${binding} answers ${it} with what the spec declares, and with what UCP has`,
      hold: (target, numRuns) =>
        fc.assert(
          fc.asyncProperty(bodies, async (each) =>
            isSound(binding, target, asking(method, await path(target), each)),
          ),
          { numRuns },
        ),
    });
    return [
      property(
        "any JSON at all",
        body.map((each) => JSON.stringify(each)),
      ),
      property("any bytes at all", fc.uint8Array({ maxLength: 60 })),
    ];
  }),
  {
    it: "createUcpCheckout answers any UCP-Agent and any key at all with what the spec declares",
    hold: (target, numRuns) =>
      fc.assert(
        fc.asyncProperty(anyHeader, anyHeader, async (agent, key) => {
          const headers = { "ucp-agent": agent, ...(key && { "idempotency-key": key }) };
          await isSound(
            "createUcpCheckout",
            target,
            asking("POST", SESSIONS, linesOf("reel-tape"), headers),
          );
        }),
        { numRuns },
      ),
  },
];

/** What can stand in a header. */
const anyHeader = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'profile="https://platform.example/"',
        "profile",
        "=",
        '"',
        "\\",
        ",",
        ";",
        " ",
        "(",
        ")",
        "?1",
        "1.5",
        ":aa=:",
        "https://a.example/",
        "a",
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join("")),
);

async function isSound(
  binding: BindingName,
  target: Target,
  request: ReturnType<typeof asking>,
): Promise<void> {
  const answer = await target.ask(request);
  assert.ok(answer.status < 500, `status ${answer.status}`);
  assert.deepEqual(
    [
      ...departuresOfBinding(binding, answer),
      ...breaches(answer, request),
      ...officialMisfits(binding, answer),
    ],
    [],
  );
}
