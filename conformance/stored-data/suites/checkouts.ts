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

  it("returns the stored response for a checkout's idempotency key", async () => {
    const { services } = deployment;
    const keyed = expected.checkouts.filter(
      ({ request, answer }: any) =>
        answer.status < 300 &&
        (request.body.idempotency_key ?? request.headers?.["idempotency-key"]),
    );
    expect(keyed.map(({ path }: any) => path).sort()).toEqual([
      ACP,
      REST,
      REST,
      REST,
      UCP,
      UCP,
      UCP,
      UCP,
      UCP,
    ]);
    const rows = (await tablesOf(services.sql))["checkouts"]!.length;
    for (const { id, path, request, answer, view } of keyed) {
      const again = await services.site("POST", path, request);
      if (path === REST)
        expect([again.body.id, withoutTexts(again.body)]).toEqual([id, withoutTexts(view)]);
      else expect({ status: again.status, body: again.body }).toEqual(answer);
      if (path === ACP) expect(again.headers.get("idempotent-replayed")).toBe("true");
      const changed =
        path === REST
          ? { ...request.body, quantity: 3 }
          : { ...request.body, line_items: [{ ...request.body.line_items[0], quantity: 3 }] };
      const conflict = await services.site("POST", path, { ...request, body: changed });
      expect([path, conflict.status]).toEqual([path, path === UCP ? 409 : 422]);
    }
    expect((await tablesOf(services.sql))["checkouts"]).toHaveLength(rows);
  });

  it("continues checkouts that a crash interrupted", async () => {
    const { services } = deployment;
    const opening = checkoutNamed("opening");
    const { body: opened } = await services.site("POST", REST, opening.request);
    expect([opened.id, opened.status, URL.canParse(opened.continue_url)]).toEqual([
      opening.id,
      "requires_escalation",
      true,
    ]);

    const { body: changed } = await services.site("GET", `${REST}/${checkoutNamed("changing").id}`);
    expect([changed.status, changed.lines.map(({ offer }: any) => offer)]).toEqual([
      "requires_escalation",
      ["lamp"],
    ]);
    // The payment provider receives the same idempotency key for the same order.
    const orders = (await tablesOf(services.sql))["sandbox_payments"]!.map(({ key }) => key);
    expect(orders).toContain(`order:${opening.id}-1`);
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
