import { describe, expect, it } from "vitest";
import { explainSandboxUnavailable } from "../../adapters/payments/sandbox.ts";
import { useSandbox } from "../ports/payments/use-sandbox.ts";

const sandbox = useSandbox();

describe("explainSandboxUnavailable", () => {
  it.each([
    "https://shop.example",
    "http://127.0.0.1:4100",
    "http://localhost:4100",
    "http://[::1]:4100",
  ])("allows %s", (origin) => expect(explainSandboxUnavailable(origin)).toBeUndefined());
  it.each(["http://shop.example", "http://192.168.1.2:4100", "http://127.0.0.1.evil.example"])(
    "rejects %s",
    (origin) => {
      expect(explainSandboxUnavailable(origin)).toBe(
        `SITE_URL is "${origin}", but buyers enter addresses on the sandbox's payment page. Use https, or http on this machine only.`,
      );
    },
  );
});

describe("the amounts of a payment", () => {
  it.each([
    [["desk-license"], { subtotal: 18900, total: 18900 }],
    [["desk-monthly-subscription"], { subtotal: 1200, discount: 1200, total: 0 }],
    [["tally-loudness-meter", "tether-cable-set"], { subtotal: 31100, shipping: 0, total: 31100 }],
    [
      ["desk-yearly-subscription", "tether-cable-set"],
      { subtotal: 15400, discount: 10800, shipping: 0, total: 4600 },
    ],
  ])("are correct for %j", async (ids, amounts) =>
    expect((await sandbox.open(ids)).amounts).toEqual(amounts),
  );
});

it("sweeps more payments than one batch holds", async () => {
  for (let index = 0; index < 1_100; index++)
    await sandbox.open(undefined, { key: `many-${index}` });
  sandbox.advance(3_600_000);
  await sandbox.payments.sweep();
  expect((await sandbox.listRows()).every(({ state }) => state === "closed")).toBe(true);
});
