import type { Sql, Value } from "../../adapters/storage/sql.ts";
import type { Line, Offer, Payment } from "../../core/ports/payments.ts";
import type { Checkout } from "../../core/ports/storage.ts";
import { amountsOf } from "../../core/site/domain/offer.ts";
import { EACH_TENTH, storedId } from "./varying.ts";

/** What the shop that is measured sells. */
export const OFFER: Offer = {
  id: "tally-loudness-meter",
  product: "tally-loudness-meter",
  title: "Tally loudness meter",
  description: "A desktop meter for integrated, short-term and momentary loudness, true peak and loudness range. Measures over USB or AES3.",
  url: "/products/tally-loudness-meter.html",
  image: "/images/tally-loudness-meter.svg",
  amount: 34900,
  currency: "EUR",
  needsShipping: true,
  isAvailable: true,
};
const LINES: readonly Line[] = [{ offer: OFFER, quantity: 1 }];

/** The payment of a checkout, wherever it is asked for: the stub and the stored rows agree without a memory. */
export const openPayment = (checkout: string): Payment => ({
  id: `pay_${checkout}`,
  state: "open",
  url: `http://127.0.0.1:4100/pay/${checkout}`,
  amounts: amountsOf(LINES),
});

const ROWS = 200;
const ROWS_AT_ONCE = 20_000;
const YEAR = 365 * 86_400_000;
const DAY = 86_400_000;

/**
 * Fills a place's tables with so many checkouts of the last year, at least ten: of each ten six are completed, three
 * expired, one is open; one was made by a key that is still remembered.
 */
export async function fill(sql: Sql, count: number, tell: (done: number) => void): Promise<void> {
  const now = Date.now();
  for (let done = 0; done < count; ) {
    const end = Math.min(count, done + ROWS_AT_ONCE);
    await sql.transaction(async ({ query }) => {
      for (; done < end; done += ROWS) {
        const numbers = Array.from({ length: Math.min(ROWS, end - done) }, (_, at) => done + at);
        const checkouts = numbers.map((number) => checkoutOf(number, now - YEAR + Math.floor((number / count) * YEAR)));
        await query(insert("checkouts (id, version, state, payment, expires, document)", 6, checkouts.length), checkouts.flatMap(columnsOf));
        const keyed = numbers.filter((number) => number % EACH_TENTH === 0);
        await query(insert("claims (key, request, checkout, answer, until, keep)", 6, keyed.length), keyed.flatMap((number) => claimOf(number, now)));
      }
    });
    tell(end);
  }
}

/** One of few texts: they are prepared once and kept. */
function insert(into: string, columns: number, rows: number): string {
  const row = (at: number) => `(${Array.from({ length: columns }, (_, column) => `$${at * columns + column + 1}`).join(", ")})`;
  return `insert into ${into} values ${Array.from({ length: rows }, (_, at) => row(at)).join(", ")}`;
}

function checkoutOf(number: number, time: number): Checkout {
  const id = storedId(number);
  const [created, updated, expires] = [time, time + 300_000, time + DAY].map((each) => new Date(each).toISOString()) as [string, string, string];
  const { id: payment, url, amounts } = openPayment(id);
  const place = number % EACH_TENTH;
  const state = place < 6 ? "completed" : place < 9 ? "expired" : "open";
  return { id, version: 3, lines: LINES, amounts, opened: 1, created, updated, expires, state, payment, ...(state === "open" && { url }) };
}

const columnsOf = (checkout: Checkout): Value[] => {
  const { id, version, state, payment = null, expires } = checkout;
  return [id, version, state, payment, expires, JSON.stringify(checkout)];
};

/** Digests and ids are as long as each other's, near enough. */
const claimOf = (number: number, now: number): Value[] => {
  const digest = (what: string) => `${what}${storedId(number)}${storedId(number + 1)}`.slice(0, 64);
  return [digest(""), digest("of "), storedId(number), storedId(number), now, now + Math.floor(Math.random() * DAY)];
};
