import { expect, it } from "vitest";
import type { Offer, PaymentProvider } from "../../ports/payments.ts";
import { watchSales } from "./sales.ts";

function createProvider() {
  const state = { offers: [] as Offer[], fails: false, lists: 0 };
  const provider = {
    name: "test",
    async listOffers() {
      state.lists++;
      if (state.fails) throw new Error("The provider is down.");
      return { offers: state.offers, verified: "2026-01-01T00:00:00Z" };
    },
  } as unknown as PaymentProvider;
  return { state, provider };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const OFFER = { id: "price_1" } as Offer;

it("is open until the first list is read, and closed if that is empty", async () => {
  const sales = watchSales(createProvider().provider, () => 0);
  expect(sales.isOpen()).toBe(true);
  await settle();
  expect(sales.isOpen()).toBe(false);
});

it("notices offers within a minute, or as soon as somebody lists them", async () => {
  const { state, provider } = createProvider();
  let now = 0;
  const sales = watchSales(provider, () => now);
  await settle();
  state.offers = [OFFER];
  now = 59_000;
  sales.isOpen();
  await settle();
  expect(sales.isOpen()).toBe(false);
  now = 60_000;
  sales.isOpen();
  await settle();
  expect(sales.isOpen()).toBe(true);
  state.offers = [];
  await sales.payments.listOffers();
  expect(sales.isOpen()).toBe(false);
  expect(sales.payments.name).toBe("test");
});

it("keeps its answer while the provider fails, and asks it once a minute", async () => {
  const { state, provider } = createProvider();
  state.offers = [OFFER];
  let now = 0;
  const sales = watchSales(provider, () => now);
  await settle();
  state.fails = true;
  now = 60_000;
  for (let index = 0; index < 5; index++) sales.isOpen();
  await settle();
  expect(sales.isOpen()).toBe(true);
  expect(state.lists).toBe(2);
});
