import assert from "node:assert/strict";
import type { BindingCasesOf } from "../../case.ts";
import { SELLS_HEADER } from "../../rig/site.ts";
import { newKey } from "./checkouts.ts";
import { everyUcp, isRefusal, linesOf, said } from "./ucp-asking.ts";
import { refusesLines } from "./ucp-lines.ts";
import { AP2, CARD, create, get, isOpen, keyed, keys, refusesCard } from "./ucp-session.ts";

/** What beginning a checkout must do. */
export const createUcpCheckout: BindingCasesOf<"createUcpCheckout">["createUcpCheckout"] = [
  ...everyUcp(() => create(linesOf("reel-tape")), { takesBody: true, status: 201 }),
  {
    it: "gives the page on which the buyer pays",
    needs: "rig",
    ask: create(linesOf("desk-licence")),
    status: 201,
    check: isOpen,
  },
  {
    it: "takes several items, and as many of each as are sold at once",
    needs: "rig",
    ask: create({
      line_items: [
        { item: { id: "reel-tape" }, quantity: 100 },
        { item: { id: "desk-licence" }, quantity: 2 },
      ],
    }),
    status: 201,
    check(answer) {
      isOpen(answer);
      const { line_items: lines, totals, messages } = said(answer);
      assert.deepEqual(
        lines.map(({ id, item, quantity }: any) => [id, item.id, item.price, quantity]),
        [
          ["li_1", "reel-tape", 2490, 100],
          ["li_2", "desk-licence", 18900, 2],
        ],
      );
      assert.equal(totals.at(-1).amount, 286_800);
      assert.deepEqual(
        messages.map(({ code }: any) => code),
        ["payment_required", "total_may_grow"],
      );
    },
  },
  {
    it: "has nothing due while a trial runs, and says what follows",
    needs: "rig",
    ask: create(linesOf("desk-monthly")),
    status: 201,
    check(answer) {
      isOpen(answer);
      const {
        line_items: [line],
        totals,
        messages,
      } = said(answer);
      assert.deepEqual(
        totals.map(({ type, display_text: text, amount }: any) => [type, text, amount]),
        [
          ["subtotal", "Subtotal", 1200],
          ["discount", "Free trial of 14 days", -1200],
          ["total", "Due today", 0],
        ],
      );
      assert.equal(
        line.item.title,
        "Desk, by the month (EUR 12.00 a month, after a free trial of 14 days)",
      );
      const terms = messages.find(({ code }: any) => code === "subscription_terms");
      assert.deepEqual(
        [terms.type, terms.path, terms.presentation, terms.content],
        [
          "warning",
          "$.line_items[0]",
          "disclosure",
          "Desk, by the month: EUR 12.00 a month, after a free trial of 14 days.",
        ],
      );
    },
  },
  {
    it: "takes what is said of the buyer, and neither keeps nor repeats it",
    needs: "rig",
    ask: create({
      ...linesOf("reel-tape"),
      buyer: { email: "reel.buyer@buyer.example", first_name: "Magneta" },
      context: { address_country: "FR" },
      signals: { "dev.ucp.buyer_ip": "192.0.2.1" },
      attribution: { source: "x" },
      fulfillment: {},
      whatever: [null],
    }),
    status: 201,
    async check(answer, { ask }) {
      const later = await ask(get(said(answer).id));
      for (const { text } of [answer, later])
        assert.ok(!/buyer\.example|Magneta|192\.0\.2\.1/.test(text));
    },
  },
  {
    it: "takes nothing to pay with, says so, and repeats none of it",
    needs: "rig",
    ask: create({ ...linesOf("reel-tape"), ...CARD }),
    status: 201,
    check: refusesCard,
  },
  {
    it: "takes no mandate either",
    needs: "rig",
    ask: create({ ...linesOf("reel-tape"), ...AP2 }),
    status: 201,
    check: refusesCard,
  },
  {
    it: "says of what pays that it is not taken where nothing is sold either",
    needs: "rig",
    ask: create({ ...linesOf("valve"), ...CARD }),
    status: 200,
    check: refusesCard,
  },
  {
    it: "says nothing of instruments where there are none",
    needs: "rig",
    ask: create({ ...linesOf("reel-tape"), payment: { instruments: [] } }),
    status: 201,
    check: (answer) => assert.ok(!answer.text.includes("not_accepted")),
  },
  {
    it: "leads to the page of what is sold out",
    needs: "rig",
    ask: create(linesOf("valve")),
    status: 200,
    check: (answer, { at }) =>
      assert.equal(said(answer).continue_url, at("/guide/tape-machines.html")),
  },
  ...refusesLines((_, body) => create(body)),
  {
    it: "sells nothing where nothing is for sale",
    needs: "rig",
    ask: create(linesOf("reel-tape"), { [SELLS_HEADER]: "nothing" }),
    status: 200,
    check: isRefusal("item_unavailable", "$.line_items"),
  },
  ...keys(
    async (_, key, other) => create(linesOf(other ? "desk-licence" : "reel-tape"), keyed(key)),
    201,
  ),
  {
    it: "makes one checkout of fifty at once with one key",
    needs: "rig",
    ask: create(linesOf("desk-licence")),
    status: 201,
    async check(_, { ask }) {
      const request = create(linesOf("desk-licence"), keyed(newKey()));
      const all = await Promise.all(Array.from({ length: 50 }, () => ask(request)));
      assert.deepEqual(
        [...new Set(all.map(({ status, text }) => `${status} ${said({ text }).id}`))].length,
        1,
      );
    },
  },
  {
    it: "waits for what the first of one key is answered",
    needs: "rig",
    ask: create(linesOf("desk-licence"), { ...keyed(newKey()), [SELLS_HEADER]: "slowly" }),
    status: 201,
    async check(_, { ask }) {
      const request = create(linesOf("desk-licence"), {
        ...keyed(newKey()),
        [SELLS_HEADER]: "slowly",
      });
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
      const by = async (authorization: string) =>
        said(await ask(create(linesOf("reel-tape"), { ...keyed(key), authorization }))).id;
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
    check: async (_, { ask }) =>
      assert.equal(
        (await ask(create(linesOf("reel-tape"), keyed("key-that-failed-once")))).status,
        201,
      ),
  },
];
