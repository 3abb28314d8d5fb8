import type { Queries } from "../../../adapters/storage/sql.ts";
import type { Offer, OrderLine, Payment } from "../../../core/ports/payments.ts";
import type { Checkout } from "../../../core/ports/stores/checkout-store.ts";
import { computeAmounts } from "../../../core/site/checkout/offer.ts";
import { STORED_GROUP_SIZE, STORED_ID_SQL } from "../load/request-template.ts";

/** The only offer of the measured shop. */
export const OFFER: Offer = {
  id: "tally-loudness-meter",
  product: "tally-loudness-meter",
  title: "Tally loudness meter",
  description:
    "A desktop meter for integrated, short-term and momentary loudness, true peak and loudness range. Measures over USB or AES3.",
  url: "/products/tally-loudness-meter.html",
  image: "/images/tally-loudness-meter.svg",
  amount: 34900,
  currency: "EUR",
  needsShipping: true,
  isAvailable: true,
};
const LINES: readonly OrderLine[] = [{ offer: OFFER, quantity: 1 }];

/**
 * Returns the open payment of a checkout. It depends only on the ID, so the payment provider needs
 * no storage.
 */
export const createOpenPayment = (checkout: string): Payment => ({
  id: `pay_${checkout}`,
  state: "open",
  url: `http://127.0.0.1:4100/pay/${checkout}`,
  amounts: computeAmounts(LINES),
});

const BATCH_SIZE = 100_000;
const DAY = 86_400_000;
const YEAR = 365 * DAY;

/**
 * Inserts checkouts of the last year. Of every ten, six are completed, three are expired and one is
 * open. One of the ten has a stored idempotency key. The database generates the rows, so a million
 * take seconds.
 */
export async function insertCheckouts(
  { query }: Queries,
  count: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const now = Date.now();
  for (let done = 0; done < count; done += BATCH_SIZE) {
    const numbers = [done, Math.min(count, done + BATCH_SIZE) - 1] as const;
    const time = now - YEAR + Math.floor((done / count) * YEAR);
    const documents = (["completed", "expired", "open"] as const).map((state) =>
      JSON.stringify(createCheckoutRecord("{id}", state, time)),
    );
    await query(CHECKOUTS, [...numbers, ...documents, new Date(time + DAY).toISOString()]);
    await query(CLAIMS, [...numbers, "0".repeat(54), now, now + DAY]);
    onProgress(numbers[1] + 1);
  }
}

const NUMBERED_CTE = `with recursive i (n) as (select cast($1 as bigint) union all select n + 1 from i where n < cast($2 as bigint)),
  numbered as (select n % ${STORED_GROUP_SIZE} as position, ${STORED_ID_SQL} as id from i)`;

const CHECKOUTS = `insert into checkouts (id, version, state, payment, expires, document) ${NUMBERED_CTE}
  select id, 3, case when position < 6 then 'completed' when position < 9 then 'expired' else 'open' end, 'pay_' || id, $6,
    replace(case when position < 6 then $3 when position < 9 then $4 else $5 end, '{id}', id)
  from numbered`;

/** Keys and requests have the length of digests. */
const CLAIMS = `insert into claims (key, request, checkout, answer, until, keep) ${NUMBERED_CTE}
  select substr(id, 5, 10) || $3, substr(id, 5, 10) || $3, id, id, cast($4 as bigint), cast($5 as bigint) from numbered where position = 0`;

function createCheckoutRecord(id: string, state: Checkout["state"], time: number): Checkout {
  const [created, updated, expires] = [time, time + 300_000, time + DAY].map((each) =>
    new Date(each).toISOString(),
  ) as [string, string, string];
  const { id: payment, url, amounts } = createOpenPayment(id);
  return {
    id,
    version: 3,
    lines: LINES,
    amounts,
    opened: 1,
    created,
    updated,
    expires,
    state,
    payment,
    ...(state === "open" && { url }),
  };
}
