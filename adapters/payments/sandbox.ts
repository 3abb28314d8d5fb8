import { isLoopback } from "../../core/index.ts";
import type { Payment, PaymentProvider } from "../../core/ports/payments.ts";
import type { Sql } from "../storage/sql.ts";
import type { ProductSource } from "./products-file.ts";
import { listCountries } from "./sandbox/countries.ts";
import { createLedger, type LedgerEntry } from "./sandbox/ledger.ts";
import { createSandboxPages } from "./sandbox/pages.ts";

export interface SandboxOptions {
  readonly products: ProductSource;
  readonly sql: Sql;
  /** Where its pages are served: https, or this machine. */
  readonly origin: string;
  readonly shopName: string;
  /** What the products' paths are relative to; the origin by default. */
  readonly pagesOrigin?: string | undefined;
  /** Where things are sent (ISO 3166); everywhere by default. */
  readonly shipsTo?: readonly string[] | undefined;
  readonly now?: () => number;
}

/** The sandbox, which also cleans up after itself until it is stopped. */
export interface SandboxPayments extends PaymentProvider {
  /** Deletes what is over; done every ten minutes by itself, and to be done at the start. */
  sweep(): Promise<void>;
  stop(): void;
}

/** Why the sandbox can't run at a public origin, in a sentence that begins with the setting's name; nothing if it can. */
export function explainSandboxUnavailable(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || isLoopback(hostname)) return undefined;
  return `SITE_URL is ${origin}: people type their address into the sandbox's payment page, so it must begin with https:// unless it is this machine.`;
}

/** Payments on a page of our own, where no money moves: for trying a shop out. Offers are those of a list. */
export function createSandboxPayments({
  products,
  sql,
  origin,
  shopName,
  pagesOrigin = origin,
  shipsTo,
  now = Date.now,
}: SandboxOptions): SandboxPayments {
  const problem = explainSandboxUnavailable(origin);
  if (problem) throw new Error(problem);
  const ledger = createLedger(sql, now);
  const toPayment = ({ id, state, amounts }: LedgerEntry): Payment => ({
    id,
    state,
    ...(state === "open" && { url: `${origin}/checkout/pay/${id}` }),
    amounts,
  });
  // What can't be swept now is swept the next time; meanwhile nothing of it is shown.
  const sweep = () => ledger.sweep();
  const timer = setInterval(() => void sweep().catch(() => {}), 600_000);
  timer.unref();

  return {
    name: "sandbox",
    pages: createSandboxPages(
      { name: shopName, pagesOrigin, countries: listCountries(shipsTo) },
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
        if (!entry) throw new Error(`the sandbox knows of no payment ${id}`);
        // Whoever changes it meanwhile does so once or twice: then it is open no more.
        if (entry.state !== "open" || (await ledger.update(entry, { state: "closed" })))
          return toPayment({ ...entry, state: entry.state === "open" ? "closed" : entry.state });
      }
    },
    sweep,
    stop: () => clearInterval(timer),
  };
}
