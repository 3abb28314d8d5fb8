import assert from "node:assert/strict";
import fc, { type Arbitrary } from "fast-check";
import type { BindingName } from "../../generated/site/operations.ts";
import { bindingViolations, generalViolations } from "../callers/spec-validator.ts";
import {
  lineItems,
  parseResponse,
  SESSIONS_PATH,
  UCP_PATH,
  ucpRequest,
} from "../cases/site/ucp-requests.ts";
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

const anyId = usually(
  fc.oneof(fc.constantFrom(...OFFERS.flatMap(({ id, product }) => [id, product])), anyText),
);
const anyLine = usually(
  partialRecord({
    id: anyText,
    item: usually(partialRecord({ id: anyId, title: fc.jsonValue() })),
    quantity: usually(fc.integer({ min: -1, max: 101 })),
    strange: fc.jsonValue(),
  }),
);
const anyFilters = usually(
  partialRecord({
    categories: usually(fc.array(anyText)),
    price: usually(partialRecord({ min: usually(fc.integer()), max: usually(fc.integer()) })),
    strange: fc.jsonValue(),
  }),
);
const anyContext = usually(
  partialRecord({
    currency: usually(fc.constantFrom("EUR", "eur", "USD", "JPY", "")),
    strange: fc.jsonValue(),
  }),
);
/** Bodies that resemble UCP checkouts, and arbitrary bodies. */
export const anyCheckout = usually(
  partialRecord({
    line_items: usually(fc.array(anyLine, { maxLength: 22 })),
    buyer: fc.jsonValue(),
    payment: fc.jsonValue(),
    ap2: fc.jsonValue(),
    strange: fc.jsonValue(),
  }),
);
const anySearch = usually(
  partialRecord({
    query: usually(anyText),
    filters: anyFilters,
    context: anyContext,
    pagination: usually(
      partialRecord({
        limit: usually(fc.integer()),
        cursor: usually(fc.oneof(anyText, fc.nat().map(String))),
      }),
    ),
  }),
);
const anyLookup = usually(
  partialRecord({
    ids: usually(fc.array(anyId, { maxLength: 60 })),
    filters: anyFilters,
    context: anyContext,
  }),
);
const anyProduct = usually(partialRecord({ id: anyId, filters: anyFilters, context: anyContext }));

/** Whether every number survives a round trip through JSON (I-JSON, RFC 7493 §2.2). */
export const isInteroperable = (value: unknown): boolean =>
  typeof value === "number"
    ? !Number.isInteger(value) || Number.isSafeInteger(value)
    : typeof value !== "object" || value === null || Object.values(value).every(isInteroperable);

const createSession = async ({ send }: Target): Promise<string> =>
  `${SESSIONS_PATH}/${parseResponse(await send(ucpRequest("POST", SESSIONS_PATH, lineItems("reel-tape")))).id}`;

const BINDINGS: readonly {
  binding: BindingName;
  method: string;
  body: Arbitrary<unknown>;
  path(target: Target): string | Promise<string>;
}[] = [
  { binding: "createUcpCheckout", method: "POST", body: anyCheckout, path: () => SESSIONS_PATH },
  { binding: "updateUcpCheckout", method: "PUT", body: anyCheckout, path: createSession },
  {
    binding: "completeUcpCheckout",
    method: "POST",
    body: anyCheckout,
    path: async (target) => `${await createSession(target)}/complete`,
  },
  {
    binding: "cancelUcpCheckout",
    method: "POST",
    body: anyCheckout,
    path: async (target) => `${await createSession(target)}/cancel`,
  },
  {
    binding: "searchUcpCatalog",
    method: "POST",
    body: anySearch,
    path: () => `${UCP_PATH}/catalog/search`,
  },
  {
    binding: "lookupUcpCatalog",
    method: "POST",
    body: anyLookup,
    path: () => `${UCP_PATH}/catalog/lookup`,
  },
  {
    binding: "getUcpProduct",
    method: "POST",
    body: anyProduct,
    path: () => `${UCP_PATH}/catalog/product`,
  },
];

/** Properties of every UCP request: bodies and the UCP-Agent header. */
export const ucpProperties: readonly Property[] = [
  ...BINDINGS.flatMap(({ binding, method, body, path }): Property[] => {
    const property = (it: string, bodies: Arbitrary<string | Uint8Array>): Property => ({
      it: `${binding} returns a response that the spec and UCP declare for ${it}`,
      verify: (target, numRuns) =>
        fc.assert(
          fc.asyncProperty(bodies, async (each) =>
            assertDeclaredResponse(binding, target, ucpRequest(method, await path(target), each)),
          ),
          { numRuns },
        ),
    });
    return [
      property(
        "any JSON",
        body.map((each) => JSON.stringify(each)),
      ),
      property("any bytes", fc.uint8Array({ maxLength: 60 })),
    ];
  }),
  {
    it: "createUcpCheckout returns a response that the spec declares for any UCP-Agent and Idempotency-Key",
    verify: (target, numRuns) =>
      fc.assert(
        fc.asyncProperty(anyHeader, anyHeader, async (agent, key) => {
          const headers = { "ucp-agent": agent, ...(key && { "idempotency-key": key }) };
          await assertDeclaredResponse(
            "createUcpCheckout",
            target,
            ucpRequest("POST", SESSIONS_PATH, lineItems("reel-tape"), headers),
          );
        }),
        { numRuns },
      ),
  },
];

/** Any valid header value. */
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

async function assertDeclaredResponse(
  binding: BindingName,
  target: Target,
  request: ReturnType<typeof ucpRequest>,
): Promise<void> {
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
}
