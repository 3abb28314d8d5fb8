import { expect, test } from "vitest";
import { rigPayments } from "../../../../conformance/rig/payments.ts";
import { rigStorage } from "../../../../conformance/rig/storage.ts";
import { Problem } from "../../../problem.ts";
import type { BindingContext } from "../../contract.ts";
import { acpAround } from "./around.ts";

const site = { origin: "http://shop.example", name: "Shop", description: "", notOffered: [] };
const sent = {
  name: "createAcpCheckout",
  method: "POST",
  path: {},
  query: {},
  headers: { "api-version": "2026-04-17", "idempotency-key": "k" },
  body: {},
};

test("what passes by itself is not answered again under its key", async () => {
  const commerce = {
    site,
    payments: rigPayments(site.origin),
    storage: await rigStorage(),
    now: Date.now,
  };
  const context = {
    site,
    commerce,
    identity: "someone",
    signal: new AbortController().signal,
  } as unknown as BindingContext;
  const busy = acpAround(sent, context, () =>
    Promise.reject(new Problem("request_in_flight", "Stripe is still opening this very checkout.")),
  );
  await expect(busy).rejects.toMatchObject({ code: "request_in_flight" });
  expect(await acpAround(sent, context, async () => ({ status: 201, body: {} }))).toMatchObject({
    status: 201,
  });
});
