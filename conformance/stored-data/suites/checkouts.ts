import { expect, vi } from "vitest";
import { DAY, type Deployment, MINUTE } from "../deployment.ts";
import { tablesOf } from "../encrypted-values.ts";
import { ACP, ACP_HEADERS, paymentForm, REST, UCP, UCP_HEADERS } from "../fixture.ts";

/** Copies a checkout without the texts that each response generates. */
const withoutTexts = (checkout: unknown): unknown =>
  JSON.parse(
    JSON.stringify(checkout, (name, value) => {
      if (["message", "messages", "display_text", "terms", "disclosures", "links"].includes(name))
        return undefined;
      return name === "title" ? value.split(" (")[0] : value;
    }),
  );

/** Registers tests of the stored checkouts. */
export function testCheckouts(deployment: Deployment): void {
  const { it, expected, writtenAt } = deployment;

  const checkoutNamed = (name: string) =>
    expected.checkouts.find((each: any) => each.name === name);

  it("reads stored checkouts in every state", async () => {
    const { services } = deployment;
    const statuses: Record<string, string> = {};
    for (const { name, id, view, ucpView, acpView } of expected.checkouts) {
      if (!view) continue;
      const { body } = await services.site("GET", `${REST}/${id}`);
      expect(withoutTexts(body)).toEqual(withoutTexts(view));
      const { body: ucp } = await services.site("GET", `${UCP}/${id}`, {
        headers: UCP_HEADERS,
      });
      expect(withoutTexts(ucp)).toEqual(withoutTexts(ucpView));
      const { body: acp } = await services.site("GET", `${ACP}/${id}`, {
        headers: ACP_HEADERS,
      });
      expect(withoutTexts(acp)).toEqual(withoutTexts(acpView));
      statuses[name] = body.status;
    }
    expect(statuses).toEqual({
      expired: "expired",
      open: "requires_escalation",
      "open, with a credential": "requires_escalation",
      "open over UCP": "requires_escalation",
      "open over ACP": "requires_escalation",
      completed: "completed",
      failed: "payment_failed",
      canceled: "canceled",
      changed: "requires_escalation",
    });
  });

  it("creates another checkout for an idempotency key of 0.1.0, which had another scope", async () => {
    const { services } = deployment;
    const keyed = expected.checkouts.filter(
      ({ request, answer }: any) =>
        answer.status < 300 &&
        (request.body.idempotency_key ?? request.headers?.["idempotency-key"]),
    );
    expect(new Set(keyed.map(({ path }: any) => path))).toEqual(new Set([REST, UCP, ACP]));
    for (const { id, path, request } of keyed) {
      const first = await services.site("POST", path, request);
      const again = await services.site("POST", path, request);
      expect([path, first.status, first.body.id === id]).toEqual([path, 201, false]);
      expect(again.body.id).toBe(first.body.id);
    }
  });

  it("continues checkouts that a crash interrupted", async () => {
    const { services } = deployment;
    const { body: changed } = await services.site("GET", `${REST}/${checkoutNamed("changing").id}`);
    expect([changed.status, changed.lines.map(({ offer }: any) => offer)]).toEqual([
      "requires_escalation",
      ["lamp"],
    ]);
    // The payment provider receives the same idempotency key for the same order.
    const orders = (await tablesOf(services.sql))["sandbox_payments"]!.map(({ key }) => key);
    expect(orders).toContain(`order:${changed.id}-2`);

    const { body: canceled } = await services.site(
      "GET",
      `${REST}/${checkoutNamed("canceling").id}`,
    );
    expect(canceled.status).toBe("canceled");

    const processing = `${REST}/${checkoutNamed("processing").id}`;
    expect((await services.site("GET", processing)).body.status).toBe("complete_in_progress");
    vi.setSystemTime(writtenAt + MINUTE);
    expect((await services.site("GET", processing)).body).toMatchObject({
      status: "completed",
      totals: { total: 1500 },
    });
  });

  it("accepts the payment of a stored open checkout, and shows stored receipts", async () => {
    const { services } = deployment;
    const completed = checkoutNamed("completed");
    const receipt = await services.site("GET", completed.receipt);
    expect(receipt.body).toContain("buyer@shop.example");
    expect(receipt.body).toContain("4242");
    const { id, view } = checkoutNamed("open");
    const browser = services.browser();
    await browser.submit(await browser.open(view.continue_url), paymentForm("4242424242424242"));
    expect((await services.site("GET", `${REST}/${id}`)).body).toMatchObject({
      status: "completed",
      order: { id: `ord_${id.slice(4, 16)}` },
    });
    vi.setSystemTime(writtenAt + 2 * DAY);
    expect((await services.site("GET", completed.receipt)).body).not.toContain(
      "buyer@shop.example",
    );
  });

  it("recognizes payment events that 0.1.0 handled", async () => {
    const { services } = deployment;
    expect([
      await services.checkoutStore.hasEvent("stripe:evt_stored_1"),
      await services.checkoutStore.hasEvent("stripe:evt_stored_2"),
    ]).toEqual([true, false]);
  });
}
