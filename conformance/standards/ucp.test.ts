import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { table } from "../../generated/site/operations.ts";
import {
  lineItems,
  parseResponse,
  SESSIONS_PATH,
  UCP_PATH,
  ucpRequest,
} from "../cases/site/ucp-requests.ts";
import { anyCheckout, isInteroperable } from "../inputs/ucp-bodies.ts";
import { siteCore } from "../targets/core.ts";
import type { Target } from "../targets/target.ts";
import { missingReason, readJsonFiles, ucpErrors } from "./index.ts";
import { compileCatalogRequestSchema, compileRequestSchema } from "./ucp-requests.ts";

const skipReason = missingReason();
const FOLDERS = ["ucp-2026-04-08", "ucp-2026-08-25-approx"];

/** Everything that a platform may send according to the standard. */
const FULL_REQUEST = {
  line_items: [
    { item: { id: "reel-tape" }, quantity: 2 },
    { item: { id: "desk-license" }, quantity: 1 },
  ],
  buyer: {
    first_name: "Ada",
    last_name: "Example",
    email: "ada@buyer.example",
    phone_number: "+15550100",
  },
  context: {
    address_country: "FR",
    address_region: "IDF",
    postal_code: "75001",
    intent: "a gift",
    language: "fr",
    currency: "EUR",
    eligibility: ["com.example.gold"],
  },
  signals: { "dev.ucp.buyer_ip": "192.0.2.1", "dev.ucp.user_agent": "Agent/1.0" },
  attribution: { utm_source: "agent" },
  payment: {
    instruments: [
      {
        id: "pi_1",
        handler_id: "com.example.pay",
        type: "card",
        credential: { type: "card", token: "tok_secret" },
        selected: true,
      },
    ],
  },
};
const { line_items: _, buyer: __, context: ___, ...PAYMENT_REQUEST } = FULL_REQUEST;

describe.skipIf(skipReason)("accepts what the standard lets a platform send", () => {
  let target: Target;
  beforeAll(async () => {
    target = await siteCore.start();
  });
  afterAll(() => target.close());
  const session = async () =>
    `${SESSIONS_PATH}/${parseResponse(await target.send(ucpRequest("POST", SESSIONS_PATH, lineItems("reel-tape")))).id}`;

  describe.each(FOLDERS)("by %s", (folder) => {
    test.each([
      ["create", "POST", "", FULL_REQUEST, "createUcpCheckout", 201],
      ["create", "POST", "", lineItems("reel-tape"), "createUcpCheckout", 201],
      [
        "update",
        "PUT",
        "",
        {
          ...FULL_REQUEST,
          line_items: [
            { id: "li_1", item: { id: "desk-license" }, quantity: 1, parent_id: "li_0" },
          ],
        },
        "updateUcpCheckout",
        200,
      ],
      ["complete", "POST", "/complete", PAYMENT_REQUEST, "completeUcpCheckout", 200],
      [
        "complete",
        "POST",
        "/complete",
        { payment: { instruments: [] } },
        "completeUcpCheckout",
        200,
      ],
    ] as const)("to %s by %s %s", async (step, method, path, body, binding, status) => {
      const fits = compileRequestSchema(folder, step);
      expect([fits(body), fits.errors]).toEqual([true, null]);
      const response = await target.send(
        ucpRequest(method, step === "create" ? SESSIONS_PATH : (await session()) + path, body),
      );
      expect([response.status, ucpErrors(binding, parseResponse(response), status)]).toEqual([
        status,
        [],
      ]);
      expect(response.text).not.toMatch(/tok_secret|buyer\.example|192\.0\.2\.1/);
    });

    test.each([
      [
        "search",
        {
          query: "tape",
          context: FULL_REQUEST.context,
          signals: FULL_REQUEST.signals,
          attribution: FULL_REQUEST.attribution,
          filters: { categories: ["a"], price: { min: 0, max: 5000 }, "com.example.color": "red" },
          pagination: { cursor: "0", limit: 1 },
        },
      ],
      [
        "lookup",
        {
          ids: ["desk", "reel-tape"],
          filters: { price: { max: 100 } },
          context: FULL_REQUEST.context,
        },
      ],
      [
        "get_product",
        {
          id: "desk",
          selected: [{ name: "Billing", label: "Monthly" }],
          preferences: ["Billing"],
          context: FULL_REQUEST.context,
        },
      ],
    ] as const)("to %s", async (name, body) => {
      const fits = compileCatalogRequestSchema(folder, name);
      expect([fits(body), fits.errors]).toEqual([true, null]);
      const response = await target.send(
        ucpRequest("POST", `${UCP_PATH}/catalog/${name.replace("get_", "")}`, body),
      );
      expect(response.status).toBe(200);
    });

    test("for any valid request, except an empty list of items and integers over 2^53", async () => {
      const fits = compileRequestSchema(folder, "create");
      await fc.assert(
        fc.asyncProperty(anyCheckout, async (body) => {
          if (!fits(body) || (body as typeof FULL_REQUEST).line_items.length === 0) return;
          if (!isInteroperable(body)) return;
          expect((await target.send(ucpRequest("POST", SESSIONS_PATH, body))).status).toBeLessThan(
            300,
          );
        }),
        { numRuns: 1000 },
      );
    });
  });
});

describe.skipIf(skipReason)("the operations have the paths of the standard", () => {
  const [[, services]] = Object.entries(
    skipReason
      ? { none: { paths: {} } }
      : readJsonFiles("ucp-2026-04-08", "services/shopping/rest.openapi.json"),
  ) as [[string, any]];
  const official = Object.entries<any>(services.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== "parameters")
      .map((method) => `${method.toUpperCase()} ${UCP_PATH}${path}`),
  );
  const ours = Object.values(table.bindings)
    .filter(({ protocol }) => protocol === "ucp")
    .map(({ method, path }) => `${method} ${path}`);

  test("all of checkout and of the catalog, and no others", () =>
    expect(ours.toSorted()).toEqual(
      official.filter((each) => /checkout-sessions|catalog/.test(each)).toSorted(),
    ));

  test.each(Object.entries(table.bindings).filter(([, { protocol }]) => protocol === "ucp"))(
    "%s succeeds with the standard's status",
    (_, { path, method, responses }) => {
      const [success] = Object.keys(
        services.paths[path.slice(UCP_PATH.length)][method.toLowerCase()].responses,
      );
      expect(Object.keys(responses)).toContain(success);
    },
  );
});
