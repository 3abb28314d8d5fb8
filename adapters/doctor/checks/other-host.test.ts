import { expect, test } from "vitest";
import type { Outbound } from "../../../core/ports/outbound.ts";
import { suggestDescription } from "../description.ts";
import { checkOtherHost, findOtherHost } from "./other-host.ts";

test.for([
  ["https://shop.example", "www.shop.example"],
  ["https://www.shop.example", "shop.example"],
  ["https://shop.co.uk:8443", "www.shop.co.uk:8443"],
  ["https://agents.shop.example", undefined],
  ["http://localhost:4100", undefined],
  ["http://192.0.2.1", undefined],
  ["http://[2001:db8::1]", undefined],
] as const)("findOtherHost() returns for %s: %s", ([origin, host]) => {
  expect(findOtherHost(origin)).toBe(host);
});

/** Returns the same response to every request, and records their URLs. */
function createClient(text: string) {
  const urls: string[] = [];
  const client = {
    async fetch(url: string) {
      urls.push(url);
      return { status: 200, text: async () => text };
    },
  } as unknown as Outbound;
  return { client, urls };
}

test("checkOtherHost() suggests SITE_HOSTS for a host that leads here too", async () => {
  const isThisServer = (_: number, text: string) => text === "token";
  const { client, urls } = createClient("token");
  const check = (hosts: string[], origin = "https://shop.example", each = client) =>
    checkOtherHost({ hosts }, origin, each, isThisServer);
  expect(await check(["de.shop.example"])).toMatchObject([
    {
      level: "note",
      message: "https://www.shop.example leads to this server too, which rejects it with 421.",
      action:
        "Set SITE_HOSTS=de.shop.example,www.shop.example, or redirect www.shop.example to SITE_URL.",
    },
  ]);
  expect(await check([], "https://www.shop.example")).toMatchObject([
    { action: "Set SITE_HOSTS=shop.example, or redirect shop.example to SITE_URL." },
  ]);
  expect(urls).toEqual(["https://www.shop.example/healthz", "https://shop.example/healthz"]);
  expect(await check(["www.shop.example"])).toEqual([]);
  expect(urls).toHaveLength(2);
  expect(await check([], "https://shop.example", createClient("another").client)).toEqual([]);
});

test("suggestDescription() returns the first sentences of a text", () => {
  expect(suggestDescription("Welcome\n\nWe repair clocks and watches\nin Bern.\n\nMore.")).toBe(
    "We repair clocks and watches in Bern.",
  );
  const sentence = "We repair clocks and watches in our workshop in the old town of Bern.";
  expect(suggestDescription(Array(5).fill(sentence).join(" "))).toBe(`${sentence} ${sentence}`);
  expect(suggestDescription("Home\n\nShop")).toBeUndefined();
});
