import { describe, expect, test } from "vitest";
import type { Offer } from "../../ports/payments.ts";
import { filterOffers } from "./offer-search.ts";

const createOffer = (id: string, title: string, more: Partial<Offer> = {}): Offer => ({
  id,
  product: id,
  title,
  amount: 1000,
  currency: "EUR",
  needsShipping: false,
  isAvailable: true,
  ...more,
});

const OFFERS = [
  createOffer("notes-license", "Notes 3 license", {
    description: "A permanent license for the note-taking application, with all 3.x updates.",
  }),
  createOffer("notes-monthly", "Notes 3 by the month", {
    description: "Cancel whenever you like; your notes stay readable.",
    billing: { interval: "month", count: 1 },
  }),
  createOffer("notes-yearly", "Notes 3, paid each year", {
    billing: { interval: "year", count: 1 },
  }),
  createOffer("notes-upgrade", "Upgrade from Notes 2", { description: "For owners of a license." }),
  createOffer("notebook", "Paper notebook", { description: "192 dotted pages for writing." }),
];

const find = (query: string, offers: readonly Offer[] = OFFERS) =>
  filterOffers(offers, { query }).offers.map(({ id }) => id);

describe("filterOffers()", () => {
  test.each([
    ["note taking software", "notes-license"],
    ["annual plan", "notes-yearly"],
    ["yearly subscription", "notes-yearly"],
    ["monthly plan please", "notes-monthly"],
    ["upgrading from version 2", "notes-upgrade"],
    ["something to write in", "notebook"],
    ["licence or LICENSES", "notes-license"],
    ["notebooks", "notebook"],
    ["I want a notebook", "notebook"],
    ["notes-yearly", "notes-yearly"],
  ])("finds the best match of %j first", (query, id) => expect(find(query)[0]).toBe(id));

  test("finds every offer with any of the words", () =>
    expect(find("paper license")).toEqual(["notes-license", "notebook", "notes-upgrade"]));

  test("ranks offers with more of the words before those with rarer words", () =>
    expect(find("license updates upgrade")[0]).toBe("notes-license"));

  test("ranks words of titles before words of descriptions", () =>
    expect(find("license")).toEqual(["notes-license", "notes-upgrade"]));

  test("matches the beginnings of words if no offer has the word", () =>
    expect(find("noteb")).toEqual(["notebook"]));

  test("finds words in scripts without spaces", () =>
    expect(find("ノート", [createOffer("a", "紙のノート"), createOffer("b", "鉛筆")])).toEqual([
      "a",
    ]));

  test.each(["", " ", undefined])("returns all offers in their order for the query %j", (query) =>
    expect(filterOffers(OFFERS, { query }).offers).toBe(OFFERS),
  );

  test.each(["?!", "zebra", "the zebra of the house"])("finds nothing for %j", (query) =>
    expect(find(query)).toEqual([]),
  );

  test("ignores stop words unless the query has no other words", () => {
    const offers = [createOffer("a", "The Who, live"), createOffer("b", "For the house")];
    expect(find("for the house", offers)).toEqual(["b"]);
    expect(find("the who", offers)).toEqual(["a", "b"]);
  });

  test("keeps the ranking when it filters by price", () => {
    const offers = OFFERS.map((offer, at) => ({ ...offer, amount: at * 100 }));
    const { offers: found } = filterOffers(offers, { query: "license", price: { min: 0 } });
    expect(found.map(({ id }) => id)).toEqual(["notes-license", "notes-upgrade"]);
  });
});
