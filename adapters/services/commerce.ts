import type { CheckoutStore } from "../../core/ports/checkout-store.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { PaymentProvider } from "../../core/ports/payments.ts";
import type { Site } from "../../core/site.ts";
import type { Settings } from "../config/settings.ts";
import { StartupError } from "../config/startup-error.ts";
import { createProductsFile, demoProducts } from "../payments/products-file.ts";
import { openCheckoutStore } from "../storage/open.ts";
import type { Sql } from "../storage/sql.ts";

/** The payment provider and the other dependencies of checkouts. */
export interface CommerceResources {
  readonly payments: PaymentProvider;
  readonly checkoutStore: CheckoutStore;
  /** Fetches UCP profiles. Undefined: they are not verified. */
  readonly profiles?: Outbound | undefined;
  /** Stops background work and closes the storage. */
  close(): Promise<void>;
}

/** How often expired checkouts are deleted. */
const SWEEP_INTERVAL_MS = 600_000;

/**
 * Opens Stripe if its key is set, otherwise the sandbox with the products of a file or of the demo
 * shop. Returns undefined if the site has no products. `publicOutbound` fetches URLs that third
 * parties name. Rejects with a `StartupError`.
 */
export async function openCommerce(
  settings: Settings,
  site: Site,
  log: (message: string) => void,
  publicOutbound: Outbound,
): Promise<CommerceResources | undefined> {
  const isDemo = !settings.content && !settings.upstream && !settings.products;
  if (!settings.stripe && !settings.products && !isDemo) return undefined;
  await using opening = new AsyncDisposableStack();
  const { checkoutStore, sql } = await openCheckoutStore({
    url: settings.databaseUrl,
    folder: settings.dataFolder,
  });
  opening.defer(() => checkoutStore.close());
  const payments = settings.stripe
    ? await openStripe(settings.stripe, settings, log)
    : await openSandbox(settings, site, sql, log, opening);
  const timer = setInterval(
    () => void checkoutStore.deleteExpired(Date.now()).catch(() => {}),
    SWEEP_INTERVAL_MS,
  );
  timer.unref();
  opening.defer(() => clearInterval(timer));
  const resources = opening.move();
  return {
    payments,
    checkoutStore,
    ...(settings.ucpProfileCheck && { profiles: publicOutbound }),
    close: () => resources.disposeAsync(),
  };
}

async function openStripe(
  stripe: NonNullable<Settings["stripe"]>,
  { shipsTo }: Settings,
  log: (message: string) => void,
): Promise<PaymentProvider> {
  const { createStripePayments } = await import("../payments/stripe.ts");
  return createStripePayments({ ...stripe, shipsTo, log });
}

async function openSandbox(
  { products, shipsTo }: Settings,
  site: Site,
  sql: Sql,
  log: (message: string) => void,
  opening: AsyncDisposableStack,
): Promise<PaymentProvider> {
  const { createSandboxPayments, explainSandboxUnavailable } = await import(
    "../payments/sandbox.ts"
  );
  const problem = explainSandboxUnavailable(site.origin);
  if (problem) throw new StartupError(problem);
  const payments = createSandboxPayments({
    products: products ? createProductsFile(products, { log }) : demoProducts(),
    sql,
    shop: site,
    shipsTo,
  });
  opening.defer(() => payments.stop());
  // Deletes payments that expired while the process was stopped. If this fails, the next sweep
  // deletes them.
  void payments.sweep().catch(() => {});
  return payments;
}
