import assert from "node:assert/strict";
import type { CasesOf } from "../../case.ts";
import { CLIENT_HEADER } from "../../fixtures/site.ts";
import { legacyRequest } from "../mcp-messages.ts";
import {
  assertOpenCheckout,
  createOpenCheckout,
  findOffer,
  newIdempotencyKey,
} from "./checkout-callbacks.ts";
import { assertRetryAfter } from "./limiter-outage.ts";

const UNKNOWN_FIELDS_UNDOCUMENTED = "the document can't declare that unknown fields are rejected";
const MOCK_IS_STATELESS = "a mock stores nothing that a later request could read";

/** Creating a checkout. */
export const createCheckout: CasesOf<"createCheckout"> = [
  {
    it: "returns the hosted payment page",
    writes: true,
    input: async (context) => ({ offer: await findOffer(context) }),
    status: 201,
    check: assertOpenCheckout,
  },
  {
    it: "adds up the amount due today",
    requires: "fixture",
    input: { offer: "reel-tape", quantity: 3 },
    status: 201,
    output: { currency: "EUR", totals: { subtotal: 7470, total: 7470 } },
  },
  {
    it: "has nothing due during a trial",
    requires: "fixture",
    input: { offer: "desk-monthly" },
    status: 201,
    output: { currency: "EUR", totals: { subtotal: 1200, discount: 1200, total: 0 } },
  },
  {
    it: "returns the same checkout for the same idempotency key",
    writes: true,
    mockSkipReason: MOCK_IS_STATELESS,
    input: async (context) => ({
      offer: await findOffer(context),
      idempotency_key: newIdempotencyKey(),
    }),
    status: 201,
    async check({ value }, context) {
      const key = newIdempotencyKey();
      const [one, two] = [
        await createOpenCheckout(context, value.lines[0]!.offer, { idempotency_key: key }),
        await createOpenCheckout(context, value.lines[0]!.offer, { idempotency_key: key }),
      ];
      assert.equal(one.id, two.id);
      assert.notEqual(one.id, value.id);
    },
  },
  {
    it: "creates one checkout for fifty concurrent requests with one idempotency key",
    requires: "fixture",
    input: { offer: "desk-license" },
    status: 201,
    async check(_, context) {
      const key = newIdempotencyKey();
      const all = await Promise.all(
        Array.from({ length: 50 }, () =>
          createOpenCheckout(context, "desk-license", { idempotency_key: key }),
        ),
      );
      assert.equal(new Set(all.map(({ id, continue_url }) => `${id} ${continue_url}`)).size, 1);
    },
  },
  {
    it: "creates separate checkouts for clients that use the same idempotency key",
    requires: "fixture",
    only: { protocol: "http", reason: "a header identifies the client" },
    input: { offer: "desk-license" },
    status: 201,
    async check(_, { send }) {
      const body = JSON.stringify({ offer: "desk-license", idempotency_key: newIdempotencyKey() });
      const createAs = async (authorization: string) =>
        JSON.parse(
          (
            await send({
              method: "POST",
              path: "/agent/commerce/checkouts",
              headers: { authorization, "content-type": "application/json" },
              body,
            })
          ).text,
        ).id;
      assert.notEqual(await createAs("Bearer one"), await createAs("Bearer two"));
      assert.equal(await createAs("Bearer one"), await createAs("Bearer one"));
    },
  },
  {
    it: "creates separate checkouts for networks, protocols and credentials that share a key",
    requires: "fixture",
    only: { protocol: "http", reason: "a header identifies the client" },
    input: { offer: "desk-license" },
    status: 201,
    async check(_, { send }) {
      const input = { offer: "desk-license", idempotency_key: newIdempotencyKey() };
      const create = async (headers: Record<string, string>) =>
        JSON.parse(
          (
            await send({
              method: "POST",
              path: "/agent/commerce/checkouts",
              headers: { "content-type": "application/json", ...headers },
              body: JSON.stringify(input),
            })
          ).text,
        ).id;
      const [one, two] = [newIdempotencyKey(), newIdempotencyKey()];
      const overMcp = legacyRequest(
        "tools/call",
        { name: "create_checkout", arguments: input },
        { [CLIENT_HEADER]: one },
      );
      const ids = [
        await create({ [CLIENT_HEADER]: one }),
        await create({ [CLIENT_HEADER]: two }),
        await create({ [CLIENT_HEADER]: one, authorization: "Bearer one" }),
        await create({ [CLIENT_HEADER]: two, authorization: "Bearer one" }),
        JSON.parse((await send(overMcp)).text).result.structuredContent.id,
      ];
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(await create({ [CLIENT_HEADER]: one }), ids[0]);
    },
  },
  {
    it: "accepts the largest quantity",
    requires: "fixture",
    input: { offer: "desk-license", quantity: 100 },
    status: 201,
  },
  {
    it: "rejects a quantity of zero",
    input: { offer: "desk-license", quantity: 0 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a quantity of a million",
    input: { offer: "desk-license", quantity: 1_000_000 },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects a fractional quantity",
    input: { offer: "desk-license", quantity: 0.5 },
    status: 400,
    problem: "invalid_input",
  },
  { it: "rejects a missing offer", input: {}, status: 400, problem: "invalid_input" },
  {
    it: "rejects an idempotency key of 256 characters",
    input: { offer: "desk-license", idempotency_key: "a".repeat(256) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "rejects payment data without repeating it",
    mockSkipReason: UNKNOWN_FIELDS_UNDOCUMENTED,
    input: { offer: "desk-license", ...{ payment_token: "spt_4242424242424242" } },
    status: 400,
    problem: "invalid_input",
    check: ({ value }) =>
      assert.ok(!JSON.stringify(value).includes("4242424242"), "the response repeats payment data"),
  },
  {
    it: "returns 404 for an unknown offer",
    input: { offer: "no-such-offer" },
    status: 404,
    problem: "offer_not_found",
  },
  {
    it: "rejects a sold-out offer",
    requires: "fixture",
    input: { offer: "valve" },
    status: 409,
    problem: "offer_unavailable",
  },
  {
    it: "rejects a body over the size limit",
    only: { protocol: "http", reason: "MCP messages have a separate limit" },
    mockSkipReason: "the document can't declare how large a body may be",
    proxySkipReason: "Prism rejects bodies of this size",
    input: { offer: "a".repeat(1.5 * 1024 * 1024) },
    status: 413,
    problem: "body_too_large",
  },
  {
    it: "creates separate checkouts for different requests with one idempotency key from a network",
    requires: "fixture",
    input: { offer: "desk-license" },
    status: 201,
    async check(_, context) {
      const key = newIdempotencyKey();
      const create = async (quantity: number) =>
        (await createOpenCheckout(context, "desk-license", { quantity, idempotency_key: key })).id;
      const ids = [await create(1), await create(2)];
      assert.notEqual(ids[0], ids[1]);
      assert.match(ids[1]!, /^chk_/);
      assert.deepEqual([await create(1), await create(2)], ids);
    },
  },
  {
    it: "rejects an idempotency key that the same client used for another request",
    requires: "fixture",
    headers: { authorization: "Bearer a-client" },
    input: async ({ call }) => {
      const key = newIdempotencyKey();
      await call(
        "createCheckout",
        { offer: "desk-license", idempotency_key: key },
        { headers: { authorization: "Bearer a-client" } },
      );
      return { offer: "desk-license", quantity: 2, idempotency_key: key };
    },
    status: 422,
    problem: "idempotency_conflict",
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    input: { offer: "desk-license" },
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "reveals nothing about an unexpected error",
    fault: 500,
    input: { offer: "desk-license" },
    status: 500,
    problem: "internal",
  },
  {
    it: "returns 503 while the payment provider is unavailable",
    fault: 503,
    input: { offer: "desk-license" },
    status: 503,
    problem: "payments_unavailable",
  },
];
