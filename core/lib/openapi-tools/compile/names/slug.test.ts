import { describe, expect, it } from "vitest";
import { createSlug, freeSlug, MAX_SLUG_LENGTH } from "./slug.ts";

describe("createSlug()", () => {
  it.each([
    [["Acme Billing"], "acme_billing"],
    [["1password"], "app_1password"],
    [["A Very Long Name of a Service of Acme", "acme_service"], "acme_service"],
    [["Google Service Consumer Management API"], "google_service_consumer"],
    [["Acme Balance Control of the Platform"], "acme_balance_control"],
    [["x".repeat(40)], "x".repeat(MAX_SLUG_LENGTH)],
  ])("shortens %j to whole words", (texts, slug) => expect(createSlug(...texts)).toBe(slug));

  it("tells texts without Latin letters apart", () => {
    expect(createSlug("カラーミー")).toMatch(/^app_[a-z0-9]{6}$/);
    expect(createSlug("カラーミー")).not.toBe(createSlug("ショップ"));
  });
});

describe("freeSlug()", () => {
  it("returns the slug itself if it is free", () =>
    expect(freeSlug("acme", () => false)).toBe("acme"));

  it("numbers a slug that is taken", () => {
    const taken = new Set(["acme", "acme_2"]);
    expect(freeSlug("acme", (slug) => taken.has(slug))).toBe("acme_3");
  });

  it("keeps a numbered slug within the maximum length", () => {
    const long = "a".repeat(MAX_SLUG_LENGTH);
    expect(freeSlug(long, (slug) => slug === long)).toBe(`${"a".repeat(MAX_SLUG_LENGTH - 2)}_2`);
  });
});
