import { Problem, type Site } from "../core/index.ts";
import type { CheckoutStore } from "../core/ports/checkout-store.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { PaymentProvider } from "../core/ports/payments.ts";
import type { Settings } from "./environment.ts";
import { createProductsFile, demoProducts } from "./payments/products-file.ts";
import { openCheckoutStore } from "./storage/open.ts";
import type { Sql } from "./storage/sql.ts";

/** What sells, and what is needed to sell. */
export interface CommerceResources {
  readonly payments: PaymentProvider;
  readonly storage: CheckoutStore;
  readonly profiles?: Outbound | undefined;
  /** Stops what runs beside the requests, and closes what is kept. */
  close(): Promise<void>;
}

/** How often what is over is forgotten. */
const SWEEP_INTERVAL_MS = 600_000;

/**
 * Opens the shop that the settings describe, if they describe one: Stripe's where its key is set, else the sandbox with the
 * products of a file, or of the demo shop. `strangers` fetches what others name: from public addresses alone. Rejects with
 * a `Problem` that says in a sentence what keeps it shut.
 */
export async function openCommerce(
  settings: Settings,
  site: Site,
  log: (message: string) => void,
  publicOutbound: Outbound,
): Promise<CommerceResources | undefined> {
  const isDemo = !settings.content && !settings.upstream && !settings.products;
  if (!settings.stripe && !settings.products && !isDemo) return undefined;
  const { storage, sql } = await openCheckoutStore({
    url: settings.databaseUrl,
    folder: settings.dataFolder,
  });
  try {
    const { payments, stop } = settings.stripe
      ? await openStripe(settings, log)
      : await openSandbox(settings, site, sql, log);
    const timer = setInterval(
      () => void storage.deleteExpired(Date.now()).catch(() => {}),
      SWEEP_INTERVAL_MS,
    );
    timer.unref();
    const close = async () => {
      clearInterval(timer);
      stop();
      await storage.close();
    };
    return {
      payments,
      storage,
      ...(settings.ucpProfileCheck && { profiles: publicOutbound }),
      close,
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function openStripe({ stripe, shipsTo }: Settings, log: (message: string) => void) {
  const { createStripePayments: stripePayments } = await import("./payments/stripe.ts");
  return { payments: stripePayments({ ...stripe!, shipsTo, log }), stop: () => {} };
}

async function openSandbox(
  { products, shipsTo }: Settings,
  { origin, pagesOrigin, name }: Site,
  sql: Sql,
  log: (message: string) => void,
) {
  const { createSandboxPayments: sandboxPayments, explainSandboxUnavailable: whyNoSandbox } =
    await import("./payments/sandbox.ts");
  const problem = whyNoSandbox(origin);
  if (problem) throw new Problem("internal", problem);
  const payments = sandboxPayments({
    products: products ? createProductsFile(products, { log }) : demoProducts(),
    sql,
    origin,
    pagesOrigin,
    shopName: name,
    shipsTo,
  });
  // What has run out while nothing ran goes now; what can't be swept now goes with the next sweep.
  void payments.sweep().catch(() => {});
  return { payments, stop: () => payments.stop() };
}
