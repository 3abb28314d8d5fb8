import { isLoopback } from "../../core/index.ts";
import type { Payment, Payments } from "../../core/ports/payments.ts";
import type { Sql } from "../storage/sql.ts";
import type { Products } from "./products-file.ts";
import { countriesOf } from "./sandbox/countries.ts";
import { type Kept, ledger } from "./sandbox/ledger.ts";
import { sandboxPages } from "./sandbox/pages.ts";

export interface SandboxOptions {
  readonly products: Products;
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
export interface SandboxPayments extends Payments {
  /** Deletes what is over; done every ten minutes by itself, and to be done at the start. */
  sweep(): Promise<void>;
  stop(): void;
}

/** Why the sandbox can't run at a public origin, in a sentence that begins with the setting's name; nothing if it can. */
export function whyNoSandbox(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  if (protocol === "https:" || isLoopback(hostname)) return undefined;
  return `SITE_URL is ${origin}: people type their address into the sandbox's payment page, so it must begin with https:// unless it is this machine.`;
}

/** Payments on a page of our own, where no money moves: for trying a shop out. Offers are those of a list. */
export function sandboxPayments({
  products,
  sql,
  origin,
  shopName,
  pagesOrigin = origin,
  shipsTo,
  now = Date.now,
}: SandboxOptions): SandboxPayments {
  const whyNot = whyNoSandbox(origin);
  if (whyNot) throw new Error(whyNot);
  const books = ledger(sql, now);
  const paymentOf = ({ id, state, amounts }: Kept): Payment => ({
    id,
    state,
    ...(state === "open" && { url: `${origin}/checkout/pay/${id}` }),
    amounts,
  });
  // What can't be swept now is swept the next time; meanwhile nothing of it is shown.
  const sweep = () => books.sweep();
  const timer = setInterval(() => void sweep().catch(() => {}), 600_000);
  timer.unref();

  return {
    name: "sandbox",
    pages: sandboxPages(
      { name: shopName, pagesOrigin, countries: countriesOf(shipsTo) },
      books,
      now,
    ),
    async offers() {
      return { offers: products.offers(), verified: new Date(now()).toISOString() };
    },
    open: async (order) => paymentOf(await books.enter(order)),
    async find(id) {
      const kept = await books.find(id);
      return kept && paymentOf(kept);
    },
    async close(id) {
      for (;;) {
        const kept = await books.find(id);
        if (!kept) throw new Error(`the sandbox knows of no payment ${id}`);
        // Whoever changes it meanwhile does so once or twice: then it is open no more.
        if (kept.state !== "open" || (await books.change(kept, { state: "closed" })))
          return paymentOf({ ...kept, state: kept.state === "open" ? "closed" : kept.state });
      }
    },
    sweep,
    stop: () => clearInterval(timer),
  };
}
