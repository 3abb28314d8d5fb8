import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import * as read from "../../../adapters/payments/stripe/objects.ts";
import { seedShop } from "./shop.ts";
import { type StripeStub, startStripeStub } from "./stub.ts";

const folder = process.env["STANDARDS_DIR"];
type JsonObject = Record<string, unknown>;
/** Stripe's own examples of its objects. */
const fixtures: Record<string, JsonObject> = folder
  ? JSON.parse(readFileSync(join(folder, "stripe/fixtures3.json"), "utf8")).resources
  : {};

let stub: StripeStub;
const sendRequest = async (path: string, body?: string, headers: Record<string, string> = {}) =>
  (
    await fetch(stub.url + path, {
      headers: { authorization: `Bearer ${stub.key}`, ...headers },
      ...(body !== undefined && { method: "POST", body }),
    })
  ).json() as Promise<JsonObject>;

describe.skipIf(!folder)(
  `the stub of Stripe says what Stripe says${folder ? "" : " (STANDARDS_DIR is not set)"}`,
  () => {
    const input: JsonObject[] = [];

    beforeAll(async () => {
      stub = await startStripeStub();
      const { stand, monthly } = seedShop(stub);
      const open = (mode: string, price: string) =>
        sendRequest(
          "/v1/checkout/sessions",
          `mode=${mode}&success_url=https://a.example/&line_items[0][price]=${price}&line_items[0][quantity]=1`,
        );
      const opened = [await open("payment", stand.id), await open("subscription", monthly.id)];
      const { data } = await sendRequest("/v1/prices?expand[]=data.product");
      input.push(
        ...(data as JsonObject[]),
        ...(data as JsonObject[]).map(({ product }) => product as JsonObject),
        ...opened,
      );
      for (const { id } of opened) {
        stub.account.payCheckout(String(id), "later");
        input.push(await sendRequest(`/v1/checkout/sessions/${String(id)}`));
      }
      for (const id of stub.account.intents.keys())
        input.push(await sendRequest(`/v1/payment_intents/${id}`));
      for (const id of stub.account.subscriptions.keys())
        input.push(await sendRequest(`/v1/subscriptions/${id}`));
      input.push(...(stub.events as unknown as JsonObject[]));
    });
    afterAll(() => stub.close());

    it.each(["product", "price", "checkout.session", "payment_intent", "subscription", "event"])(
      "%s: no part that Stripe's has not, and each of the same type",
      (name) => {
        const objects = input.filter(({ object }) => object === name);
        expect(objects.length).toBeGreaterThan(0);
        // What an event is about is an object of its own, and a product may be given whole where it was asked for.
        for (const object of objects)
          expect(
            findDifferences(
              object,
              fixtures[name]!,
              name === "event" ? ["data"] : name === "price" ? ["product"] : [],
            ),
          ).toEqual([]);
      },
    );

    it.each([
      ["product", read.productSchema, {}],
      ["price", read.priceSchema, { product: fixtures["product"] }],
      ["checkout.session", read.sessionSchema, {}],
      ["event", read.eventSchema, {}],
    ] as const)("Stripe's own %s has all that is read of one", (name, schema, expanded) => {
      const whole = { ...fixtures[name], ...expanded };
      expect(schema.safeParse(whole)).toMatchObject({ success: true });
      expect(Object.keys((schema as z.ZodObject).shape).filter((key) => !(key in whole))).toEqual(
        [],
      );
    });
  },
);

/** Paths of what the fixture lacks or has another type of; null stands for any. */
function findDifferences(
  object: JsonObject,
  fixture: JsonObject,
  left: readonly string[],
  path = "",
): string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const at = `${path}${key}`;
    if (left.includes(key)) return [];
    if (!(key in fixture)) return [`${at} is not there`];
    const other = fixture[key];
    if (value === null || other === null) return [];
    if (typeName(value) !== typeName(other))
      return [`${at} is ${typeName(value)}, not ${typeName(other)}`];
    return typeName(value) === "object" && key !== "metadata"
      ? findDifferences(value as JsonObject, other as JsonObject, [], `${at}.`)
      : [];
  });
}

const typeName = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
