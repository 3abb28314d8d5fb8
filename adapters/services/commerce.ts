import { isLoopback } from "../../core/lib/kit/net/loopback.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { PaymentProvider } from "../../core/ports/payments.ts";
import type { CheckoutStore } from "../../core/ports/stores/checkout-store.ts";
import type { Site } from "../../core/site.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { createProductsFile, demoProducts } from "../payments/products-file.ts";
import type { OpenProvider, PaymentContext } from "../payments/provider.ts";
import { selectProvider } from "../payments/providers.ts";
import type { SandboxPayments } from "../payments/sandbox.ts";
import { StartupError } from "../runtime/startup-error.ts";
import { openCheckoutStore } from "../storage/open.ts";

/** The payment provider and the other dependencies of checkouts. */
export interface CommerceResources {
  readonly payments: PaymentProvider;
  readonly checkoutStore: CheckoutStore;
  /** Fetches UCP profiles. Undefined: they are not verified. */
  readonly profiles?: Outbound | undefined;
  /** Fetches UCP profiles at URLs of this machine. Undefined: they are rejected. */
  readonly localProfiles?: Outbound | undefined;
  /** Stops background work and closes the storage. */
  close(): Promise<void>;
}

/** How often expired checkouts are deleted. */
const SWEEP_INTERVAL_MS = 600_000;

/**
 * Opens the payment provider that the settings select, otherwise the sandbox with the products of a file or of the demo
 * shop. Returns undefined if the site has no products. `publicOutbound` fetches URLs that third
 * parties name. Rejects with a `StartupError`.
 */
export async function openCommerce(
  settings: SiteServiceSettings,
  site: Site,
  log: (message: string) => void,
  publicOutbound: Outbound,
): Promise<CommerceResources | undefined> {
  const isDemo = !settings.content && !settings.upstream && !settings.products;
  const provider = selectProvider(settings.payments);
  if (!provider && !settings.products && !isDemo) return undefined;
  await using opening = new AsyncDisposableStack();
  const { checkoutStore, sql } = await openCheckoutStore({
    url: settings.databaseUrl,
    folder: settings.dataFolder,
  });
  opening.defer(() => checkoutStore.close());
  const context: PaymentContext = { site, shipsTo: settings.shipsTo, sql, log };
  const payments: OpenProvider = provider
    ? await provider.open(settings.payments, context)
    : await openSandbox(settings.products, context);
  opening.defer(() => payments.stop?.());
  const timer = setInterval(
    () => void checkoutStore.deleteExpired(Date.now()).catch(() => {}),
    SWEEP_INTERVAL_MS,
  );
  timer.unref();
  opening.defer(() => clearInterval(timer));
  const localProfiles = isLocalService(settings, site.origin)
    ? createOutbound({ allowsLoopback: true })
    : undefined;
  opening.defer(() => localProfiles?.close());
  const resources = opening.move();
  return {
    payments,
    checkoutStore,
    ...(settings.ucpProfileCheck && { profiles: publicOutbound }),
    ...(localProfiles && { localProfiles }),
    close: () => resources.disposeAsync(),
  };
}

/**
 * Whether only programs on this machine reach the service. A public origin, another host name or a
 * trusted proxy means that a proxy on this machine forwards requests of others.
 */
const isLocalService = (
  { hostname, hosts, trustedProxies }: SiteServiceSettings,
  origin: string,
): boolean =>
  isLoopback(hostname.includes(":") ? `[${hostname}]` : hostname) &&
  isLoopback(new URL(origin).hostname) &&
  hosts.every((host) => isLoopback(host.replace(/:\d+$/, ""))) &&
  trustedProxies.length === 0;

async function openSandbox(
  products: string | undefined,
  { site, sql, shipsTo, log }: PaymentContext,
): Promise<SandboxPayments> {
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
  // Deletes payments that expired while the process was stopped. If this fails, the next sweep
  // deletes them.
  void payments.sweep().catch(() => {});
  return payments;
}
