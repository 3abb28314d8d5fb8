import assert from "node:assert/strict";
import type { BindingCasesOf, Exchange, Found } from "../../case.ts";
import { SELLS_HEADER } from "../../rig/site.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { created, ended, newKey } from "./checkouts.ts";
import { asking, everyUcp, isFault, isRefusal, linesOf, opened, said, SESSIONS } from "./ucp-asking.ts";

const create = (body: unknown, headers = {}): Asking => asking("POST", SESSIONS, body, headers);
const get = (id: string): Asking => asking("GET", `${SESSIONS}/${id}`);
const update = (id: string, body: unknown, headers = {}): Asking => asking("PUT", `${SESSIONS}/${id}`, body, headers);
const complete = (id: string, body?: unknown, headers = {}): Asking => asking("POST", `${SESSIONS}/${id}/complete`, body, headers);
const cancel = (id: string, body?: unknown, headers = {}): Asking => asking("POST", `${SESSIONS}/${id}/cancel`, body, headers);
const keyed = (key: string) => ({ "idempotency-key": key });

/** What a buyer would pay with, if it were taken. */
const CARD = { payment: { instruments: [{ id: "pi_1", handler_id: "h_1", type: "card", credential: { type: "card", number: "4242424242424242", cvc: "737" } }] } };
const AP2 = { ap2: { checkout_mandate: "eyJ4242424242424242" } };

function refusesCard(answer: Answered): void {
  assert.ok(!answer.text.includes("42424242"), "what pays is not repeated");
  assert.ok(said(answer).messages.some(({ type, code }: any) => type === "warning" && code === "payment_instrument_not_accepted"), answer.text);
}

/** One subtotal, one total, and in between what makes the one of the other. */
function addsUp(totals: any[]): void {
  const of = (type: string) => totals.filter((each) => each.type === type).map(({ amount }) => amount);
  assert.deepEqual([of("subtotal").length, of("total").length], [1, 1]);
  assert.equal(totals.filter(({ type }) => type !== "total").reduce((sum, { amount }) => sum + amount, 0), of("total")[0]);
}

function isOpen(answer: Answered): void {
  const { ucp, status, continue_url: url, messages, totals, line_items: lines, links, order, expires_at: expires } = said(answer);
  assert.deepEqual(ucp, { version: "2026-04-08", status: "success", capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }] }, payment_handlers: {} });
  assert.deepEqual([status, order, URL.canParse(url)], ["requires_escalation", undefined, true]);
  assert.deepEqual([messages[0].code, messages[0].severity], ["payment_required", "requires_buyer_input"]);
  assert.ok(Date.parse(expires) > Date.now());
  assert.deepEqual(links.map(({ type }: any) => type), ["terms_of_service", "privacy_policy", "support"]);
  for (const each of [totals, ...lines.map((line: any) => line.totals)]) addsUp(each);
}

/** A checkout of UCP's whose payment has come to an end, or that was called off. */
async function after(found: Found, state: string | undefined): Promise<any> {
  const checkout = await opened(found);
  if (state === "canceled") await found.ask(cancel(checkout.id));
  else if (state) await ended(found, checkout, state);
  return checkout;
}

const reads = (it: string, state: string | undefined, status: string, code: string, more: (checkout: any) => void = () => {}): Exchange => ({
  it,
  needs: "rig",
  ask: async (found) => get((await after(found, state)).id),
  status: 200,
  check(answer) {
    const checkout = said(answer);
    assert.deepEqual([checkout.status, checkout.messages[0].code, "continue_url" in checkout, "order" in checkout], [status, code, status === "requires_escalation", status === "completed"]);
    addsUp(checkout.totals);
    more(checkout);
  },
});

/** That a checkout which is over can't be dealt with in a way any more. */
const refusesOver = (ask: (id: string) => Asking, states: readonly string[]): Exchange[] =>
  states.map((state) => ({ it: `refuses one that is ${state}`, needs: "rig", ask: async (found) => ask((await after(found, state)).id), status: 409, check: isFault("checkout_not_modifiable") }));

const notKnown = (ask: (id: string) => Asking): Exchange[] => [
  { it: "does not know an id that was guessed", ask: ask("chk_guessed"), status: 200, check: isRefusal("not_found") },
  { it: "refuses an id that no checkout could have", needs: "rig", unproxied: "Prism does not hold the length of a path against it", ask: ask("a".repeat(201)), status: 400, check: isFault("invalid_request", /^id: /) },
];

const unbuyable: readonly [it: string, body: object, code: string, path: string][] = [
  ["an item that is not for sale", linesOf("reel-tape", "no-such-item"), "item_unavailable", "$.line_items[1].item.id"],
  ["an item that is sold out", linesOf("reel-tape", "valve"), "out_of_stock", "$.line_items[1]"],
  ["a million of one", { line_items: [{ item: { id: "reel-tape" }, quantity: 1_000_000 }] }, "quantity_exceeded", "$.line_items[0].quantity"],
  ["twenty-one lines", linesOf(...Array.from({ length: 21 }, () => "reel-tape")), "too_many_line_items", "$.line_items"],
  ["items of two currencies", linesOf("reel-tape", "oscillator"), "items_do_not_mix", "$.line_items"],
  ["items that are billed at different times", linesOf("desk-monthly", "desk-quarterly"), "items_do_not_mix", "$.line_items"],
];

const malformed: readonly [it: string, body: object, content: RegExp][] = [
  ["a missing list of items", {}, /^\$\.line_items: It is required/],
  ["no items at all", { line_items: [] }, /^\$\.line_items: /],
  ["a list of items that is none", { line_items: "4242424242424242" }, /^\$\.line_items: (?!.*4242)/],
  ["an item without an id", { line_items: [{ item: {}, quantity: 1 }] }, /^\$\.line_items\[0\]\.item\.id: It is required/],
  ["a line without a quantity", { line_items: [{ item: { id: "reel-tape" } }] }, /^\$\.line_items\[0\]\.quantity: It is required/],
  ["none of an item", { line_items: [{ item: { id: "reel-tape" }, quantity: 0 }] }, /^\$\.line_items\[0\]\.quantity: /],
  ["less than none", { line_items: [{ item: { id: "reel-tape" }, quantity: -1 }] }, /^\$\.line_items\[0\]\.quantity: /],
  ["half of one", { line_items: [{ item: { id: "reel-tape" }, quantity: 0.5 }] }, /^\$\.line_items\[0\]\.quantity: /],
  ["a quantity in words", { line_items: [{ item: { id: "reel-tape" }, quantity: "1" }] }, /^\$\.line_items\[0\]\.quantity: /],
];

const refusesLines = (ask: (found: Found, body: unknown) => Asking | Promise<Asking>): Exchange[] => [
  ...unbuyable.map(([it, body, code, path]): Exchange => ({ it: `does not sell ${it}`, needs: "rig", ask: (found) => ask(found, body), status: 200, check: isRefusal(code, path) })),
  ...malformed.map(([it, body, content]): Exchange => ({ it: `refuses ${it}`, needs: "rig", ask: (found) => ask(found, body), status: 400, check: isFault("invalid_request", content) })),
];

/** What a key does for whatever is asked. */
const keys = (ask: (found: Found, key: string, other?: boolean) => Promise<Asking>, status: number): Exchange[] => [
  {
    it: "is answered the same by the same key",
    needs: "rig",
    ask: (found) => ask(found, newKey()),
    status,
    async check(_, found) {
      const request = await ask(found, newKey());
      const answers = [await found.ask(request), await found.ask(request), await found.ask(request)];
      assert.equal(new Set(answers.map(({ status: each, text }) => `${each} ${text}`)).size, 1);
    },
  },
  {
    it: "refuses a key that was used for another request",
    needs: "rig",
    ask: async (found) => {
      const key = newKey();
      const request = await ask(found, key);
      await found.ask(request);
      return { ...request, body: (await ask(found, key, true)).body! };
    },
    status: 409,
    check: isFault("idempotency_conflict"),
  },
  { it: "refuses a key of 256 characters", needs: "rig", ask: (found) => ask(found, "a".repeat(256)), status: 400, check: isFault("invalid_request", /^idempotency-key: /) },
];

export const ucpCheckoutCases: BindingCasesOf<"createUcpCheckout" | "getUcpCheckout" | "updateUcpCheckout" | "completeUcpCheckout" | "cancelUcpCheckout"> = {
  createUcpCheckout: [
    ...everyUcp(() => create(linesOf("reel-tape")), { takesBody: true, status: 201 }),
    { it: "gives the page on which the buyer pays", needs: "rig", ask: create(linesOf("desk-licence")), status: 201, check: isOpen },
    {
      it: "takes several items, and as many of each as are sold at once",
      needs: "rig",
      ask: create({ line_items: [{ item: { id: "reel-tape" }, quantity: 100 }, { item: { id: "desk-licence" }, quantity: 2 }] }),
      status: 201,
      check(answer) {
        isOpen(answer);
        const { line_items: lines, totals, messages } = said(answer);
        assert.deepEqual(lines.map(({ id, item, quantity }: any) => [id, item.id, item.price, quantity]), [["li_1", "reel-tape", 2490, 100], ["li_2", "desk-licence", 18900, 2]]);
        assert.equal(totals.at(-1).amount, 286_800);
        assert.deepEqual(messages.map(({ code }: any) => code), ["payment_required", "total_may_grow"]);
      },
    },
    {
      it: "has nothing due while a trial runs, and says what follows",
      needs: "rig",
      ask: create(linesOf("desk-monthly")),
      status: 201,
      check(answer) {
        isOpen(answer);
        const { line_items: [line], totals, messages } = said(answer);
        assert.deepEqual(totals.map(({ type, display_text: text, amount }: any) => [type, text, amount]), [["subtotal", "Subtotal", 1200], ["discount", "Free trial of 14 days", -1200], ["total", "Due today", 0]]);
        assert.equal(line.item.title, "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)");
        const terms = messages.find(({ code }: any) => code === "subscription_terms");
        assert.deepEqual([terms.type, terms.path, terms.presentation, terms.content], ["warning", "$.line_items[0]", "disclosure", "Desk, by the month: EUR 12.00 a month, after a free trial of 14 days."]);
      },
    },
    {
      it: "takes what is said of the buyer, and neither keeps nor repeats it",
      needs: "rig",
      ask: create({ ...linesOf("reel-tape"), buyer: { email: "reel.buyer@buyer.example", first_name: "Magneta" }, context: { address_country: "FR" }, signals: { "dev.ucp.buyer_ip": "192.0.2.1" }, attribution: { source: "x" }, fulfillment: {}, whatever: [null] }),
      status: 201,
      async check(answer, { ask }) {
        const later = await ask(get(said(answer).id));
        for (const { text } of [answer, later]) assert.ok(!/buyer\.example|Magneta|192\.0\.2\.1/.test(text));
      },
    },
    { it: "takes nothing to pay with, says so, and repeats none of it", needs: "rig", ask: create({ ...linesOf("reel-tape"), ...CARD }), status: 201, check: refusesCard },
    { it: "takes no mandate either", needs: "rig", ask: create({ ...linesOf("reel-tape"), ...AP2 }), status: 201, check: refusesCard },
    { it: "says of what pays that it is not taken where nothing is sold either", needs: "rig", ask: create({ ...linesOf("valve"), ...CARD }), status: 200, check: refusesCard },
    { it: "says nothing of instruments where there are none", needs: "rig", ask: create({ ...linesOf("reel-tape"), payment: { instruments: [] } }), status: 201, check: (answer) => assert.ok(!answer.text.includes("not_accepted")) },
    { it: "leads to the page of what is sold out", needs: "rig", ask: create(linesOf("valve")), status: 200, check: (answer) => assert.match(said(answer).messages[0].content, /Valve is sold out/) },
    ...refusesLines((_, body) => create(body)),
    { it: "sells nothing where nothing is for sale", needs: "rig", ask: create(linesOf("reel-tape"), { [SELLS_HEADER]: "nothing" }), status: 200, check: isRefusal("item_unavailable", "$.line_items") },
    ...keys(async (_, key, other) => create(linesOf(other ? "desk-licence" : "reel-tape"), keyed(key)), 201),
    {
      it: "makes one checkout of fifty at once with one key",
      needs: "rig",
      ask: create(linesOf("desk-licence")),
      status: 201,
      async check(_, { ask }) {
        const request = create(linesOf("desk-licence"), keyed(newKey()));
        const all = await Promise.all(Array.from({ length: 50 }, () => ask(request)));
        assert.deepEqual([...new Set(all.map(({ status, text }) => `${status} ${said({ text }).id}`))].length, 1);
      },
    },
    {
      it: "waits for what the first of one key is answered",
      needs: "rig",
      ask: create(linesOf("desk-licence"), { ...keyed(newKey()), [SELLS_HEADER]: "slowly" }),
      status: 201,
      async check(_, { ask }) {
        const request = create(linesOf("desk-licence"), { ...keyed(newKey()), [SELLS_HEADER]: "slowly" });
        const [one, two] = await Promise.all([ask(request), ask(request)]);
        assert.deepEqual([one.status, one.text], [two.status, two.text]);
      },
    },
    {
      it: "makes a checkout of its own for each client, though their keys are the same",
      needs: "rig",
      ask: create(linesOf("reel-tape")),
      status: 201,
      async check(_, { ask }) {
        const key = newKey();
        const by = async (authorization: string) => said(await ask(create(linesOf("reel-tape"), { ...keyed(key), authorization }))).id;
        assert.notEqual(await by("Bearer one"), await by("Bearer two"));
        assert.equal(await by("Bearer one"), await by("Bearer one"));
      },
    },
    {
      it: "tries again what failed under a key, with the same key",
      needs: "rig",
      fault: 503,
      ask: create(linesOf("reel-tape"), keyed("key-that-failed-once")),
      status: 503,
      check: async (_, { ask }) => assert.equal((await ask(create(linesOf("reel-tape"), keyed("key-that-failed-once")))).status, 201),
    },
  ],
  getUcpCheckout: [
    ...everyUcp(async (found) => get((await opened(found)).id), { takesBody: false }),
    { it: "reads what was created", needs: "rig", ask: async (found) => get((await opened(found)).id), status: 200, check: isOpen },
    reads("says where to pay while nobody has", undefined, "requires_escalation", "payment_required"),
    reads("is completed once it is paid, and names the order", "paid", "completed", "paid", ({ order, id }) => {
      assert.match(order.id, /^ord_/);
      assert.ok(order.permalink_url.endsWith(`/checkout/${id}`));
    }),
    reads("waits for a payment that takes its time", "processing", "complete_in_progress", "payment_processing"),
    reads("says that a payment did not arrive", "failed", "canceled", "payment_failed"),
    reads("says that its time is over", "closed", "canceled", "expired"),
    reads("says that it was called off", "canceled", "canceled", "canceled"),
    {
      it: "reads what was made without UCP",
      needs: "rig",
      ask: async (found) => get((await created(found, "desk-licence")).id),
      status: 200,
      check: isOpen,
    },
    {
      it: "is read without UCP as well",
      needs: "rig",
      ask: async (found) => get((await opened(found)).id),
      status: 200,
      async check(answer, { call }) {
        const { id, continue_url: url } = said(answer);
        const { value } = await call("getCheckout", { id });
        assert.deepEqual([value.id, value.status, value.continue_url], [id, "requires_escalation", url]);
      },
    },
    ...notKnown(get),
    { it: "knows none where nothing is for sale", needs: "rig", ask: asking("GET", `${SESSIONS}/chk_any`, undefined, { [SELLS_HEADER]: "nothing" }), status: 200, check: isRefusal("not_found") },
  ],
  updateUcpCheckout: [
    ...everyUcp(async (found) => update((await opened(found)).id, linesOf("desk-licence")), { takesBody: true }),
    {
      it: "replaces what is bought, and gives another page to pay on",
      needs: "rig",
      ask: async (found) => update((await opened(found)).id, linesOf("desk-licence")),
      status: 200,
      async check(answer, found) {
        isOpen(answer);
        assert.deepEqual(said(answer).line_items.map(({ item }: any) => item.id), ["desk-licence"]);
        const before = await opened(found);
        const changed = said(await found.ask(update(before.id, linesOf("desk-licence", "reel-tape"))));
        assert.deepEqual([changed.id, changed.line_items.length, changed.expires_at], [before.id, 2, before.expires_at]);
        assert.notEqual(changed.continue_url, before.continue_url);
      },
    },
    {
      it: "leaves everything where nothing changes",
      needs: "rig",
      ask: async (found) => update((await opened(found)).id, linesOf("reel-tape")),
      status: 200,
      async check(_, found) {
        const before = await opened(found);
        assert.deepEqual(said(await found.ask(update(before.id, linesOf("reel-tape")))), before);
      },
    },
    {
      it: "leaves the checkout as it was where it can't be changed so",
      needs: "rig",
      ask: async (found) => update((await opened(found)).id, linesOf("valve")),
      status: 200,
      async check(_, found) {
        const before = await opened(found);
        await found.ask(update(before.id, linesOf("valve")));
        assert.deepEqual(said(await found.ask(get(before.id))), before);
      },
    },
    { it: "takes nothing to pay with", needs: "rig", ask: async (found) => update((await opened(found)).id, { ...linesOf("desk-licence"), ...CARD }), status: 200, check: refusesCard },
    ...refusesLines(async (found, body) => update((await opened(found)).id, body)),
    ...refusesOver((id) => update(id, linesOf("desk-licence")), ["paid", "processing", "failed", "closed", "canceled"]),
    ...notKnown((id) => update(id, linesOf("reel-tape"))),
    ...keys(async (found, key, other) => update((await opened(found)).id, linesOf(other ? "desk-monthly" : "desk-licence"), keyed(key)), 200),
  ],
  completeUcpCheckout: [
    ...everyUcp(async (found) => complete((await opened(found)).id, { payment: { instruments: [] } }), { takesBody: true }),
    { it: "takes no payment, and says where the buyer pays", needs: "rig", ask: async (found) => complete((await opened(found)).id, { payment: { instruments: [] } }), status: 200, check: isOpen },
    { it: "needs no body", needs: "rig", ask: async (found) => complete((await opened(found)).id), status: 200, check: isOpen },
    { it: "takes nothing to pay with, says so, and repeats none of it", needs: "rig", ask: async (found) => complete((await opened(found)).id, CARD), status: 200, check: (answer) => (isOpen(answer), refusesCard(answer)) },
    {
      it: "keeps nothing of what was sent to pay with",
      needs: "rig",
      ask: async (found) => {
        const { id } = await opened(found);
        await found.ask(complete(id, { ...CARD, ...AP2 }));
        return get(id);
      },
      status: 200,
      check: (answer) => assert.ok(!answer.text.includes("42424242")),
    },
    {
      it: "gives the order of one that is paid",
      needs: "rig",
      ask: async (found) => complete((await after(found, "paid")).id, { payment: {} }),
      status: 200,
      check: (answer) => assert.deepEqual([said(answer).status, "order" in said(answer), "continue_url" in said(answer)], ["completed", true, false]),
    },
    { it: "says that a payment is on its way", needs: "rig", ask: async (found) => complete((await after(found, "processing")).id), status: 200, check: (answer) => assert.equal(said(answer).status, "complete_in_progress") },
    {
      it: "says the same twice",
      needs: "rig",
      ask: async (found) => complete((await opened(found)).id),
      status: 200,
      check: async (answer, { ask }) => assert.deepEqual(said(await ask(complete(said(answer).id))), said(answer)),
    },
    ...refusesOver((id) => complete(id), ["failed", "closed", "canceled"]),
    ...notKnown((id) => complete(id, {})),
    ...keys(async (found, key, other) => complete((await opened(found)).id, { payment: { instruments: other ? [{ id: "another" }] : [] } }, keyed(key)), 200),
  ],
  cancelUcpCheckout: [
    ...everyUcp(async (found) => cancel((await opened(found)).id, {}), { takesBody: true }),
    {
      it: "calls off what is not paid yet",
      needs: "rig",
      ask: async (found) => cancel((await opened(found)).id),
      status: 200,
      async check(answer, { ask }) {
        const { id, status, messages, continue_url: url } = said(answer);
        assert.deepEqual([status, messages[0].code, url], ["canceled", "canceled", undefined]);
        assert.deepEqual(said(await ask(get(id))), said(answer));
      },
    },
    { it: "calls off what was made without UCP", needs: "rig", ask: async (found) => cancel((await created(found, "reel-tape")).id), status: 200 },
    { it: "takes nothing to pay with", needs: "rig", ask: async (found) => cancel((await opened(found)).id, CARD), status: 200, check: refusesCard },
    ...refusesOver((id) => cancel(id), ["paid", "processing", "failed", "closed", "canceled"]),
    ...notKnown((id) => cancel(id, {})),
    ...keys(async (found, key, other) => cancel((await opened(found)).id, other ? { reason: "other" } : {}, keyed(key)), 200),
  ],
};
