import { isLoopback } from "../../core/lib/kit/net/loopback.ts";
import type { Payment, PaymentProvider } from "../../core/ports/payments.ts";
import type { Sql } from "../storage/sql.ts";
import type { ProductSource } from "./products-file.ts";
import { listCountries } from "./sandbox/countries.ts";
import { createLedger, type LedgerEntry } from "./sandbox/ledger.ts";
import { createSandboxPages } from "./sandbox/pages.ts";

const SWEEP_INTERVAL_MS = 600_000;

export interface SandboxOptions {
  readonly products: ProductSource;
  readonly sql: Sql;
  readonly shop: SandboxShop;
  /** The countries that the shop ships to, as ISO 3166-1 alpha-2 codes. Default: all. */
  readonly shipsTo?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The shop whose products the sandbox sells. Its name may change. */
export interface SandboxShop {
  readonly name: string;
  /** The origin of the hosted payment pages. Must be https or loopback. */
  readonly origin: string;
  /** The base URL of product paths. Default: `origin`. */
  readonly pagesOrigin?: string | undefined;
}

/** The sandbox. It sweeps every ten minutes until it is stopped. */
export interface SandboxPayments extends PaymentProvider {
  /** Deletes expired receipts and closes expired payments. Call it once at startup. */
  sweep(): Promise<void>;
  stop(): void;
}

/**
 * Explains why the sandbox can't run at an origin, in sentences that begin with the setting's name.
 * Returns `undefined` if it can.
 */
export function explainSandboxUnavailable(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || isLoopback(hostname)) return undefined;
  return `SITE_URL is "${origin}", but buyers enter addresses on the sandbox's payment page. Use https, or http on this machine only.`;
}

/**
 * Creates the built-in test payment provider, whose hosted payment pages move no money. Throws an
 * Error if it can't run at the origin.
 */
export function createSandboxPayments({
  products,
  sql,
  shop,
  shipsTo,
  now = Date.now,
}: SandboxOptions): SandboxPayments {
  const { origin, pagesOrigin = origin } = shop;
  const problem = explainSandboxUnavailable(origin);
  if (problem) throw new Error(problem);
  const ledger = createLedger(sql, now);
  const toPayment = ({ id, state, amounts }: LedgerEntry): Payment => ({
    id,
    state,
    ...(state === "open" && { url: `${origin}/checkout/pay/${id}` }),
    amounts,
  });
  const sweep = () => ledger.sweep();
  // A failed sweep is repeated by the next one. Until then reads hide what has expired.
  const timer = setInterval(() => void sweep().catch(() => {}), SWEEP_INTERVAL_MS);
  timer.unref();

  return {
    name: "sandbox",
    pages: createSandboxPages(
      {
        get name() {
          return shop.name;
        },
        pagesOrigin,
        countries: listCountries(shipsTo),
      },
      ledger,
      now,
    ),
    async listOffers() {
      return { offers: products.offers(), verified: new Date(now()).toISOString() };
    },
    openPayment: async (order) => toPayment(await ledger.addPayment(order)),
    async findPayment(id) {
      const entry = await ledger.find(id);
      return entry && toPayment(entry);
    },
    async closePayment(id) {
      for (;;) {
        const entry = await ledger.find(id);
        if (!entry) throw new Error(`The sandbox has no payment "${id}".`);
        if (entry.state !== "open") return toPayment(entry);
        // Fails if the payment has changed. That happens at most twice before it is final.
        if (await ledger.update(entry, { state: "closed" }))
          return toPayment({ ...entry, state: "closed" });
      }
    },
    sweep,
    stop: () => clearInterval(timer),
  };
}
