import { Problem, type Site } from "../core/index.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { Payments } from "../core/ports/payments.ts";
import type { Storage } from "../core/ports/storage.ts";
import type { Settings } from "./environment.ts";
import { demoProducts, productsFile } from "./payments/products-file.ts";
import { openStorage } from "./storage/open.ts";
import type { Sql } from "./storage/sql.ts";

/** What sells, and what is needed to sell. */
export interface Shop {
  readonly payments: Payments;
  readonly storage: Storage;
  readonly profiles?: Outbound | undefined;
  /** Stops what runs beside the requests, and closes what is kept. */
  close(): Promise<void>;
}

/** How often what is over is forgotten. */
const SWEEP_MILLISECONDS = 600_000;

/**
 * Opens the shop that the settings describe, if they describe one: Stripe's where its key is set, else the sandbox with the
 * products of a file, or of the demo shop. `strangers` fetches what others name: from public addresses alone. Rejects with
 * a `Problem` that says in a sentence what keeps it shut.
 */
export async function openShop(
  settings: Settings,
  site: Site,
  tell: (sentence: string) => void,
  strangers: Outbound,
): Promise<Shop | undefined> {
  const isDemo = !settings.content && !settings.behind && !settings.products;
  if (!settings.stripe && !settings.products && !isDemo) return undefined;
  const { storage, sql } = await openStorage({
    url: settings.databaseUrl,
    folder: settings.dataFolder,
  });
  try {
    const { payments, stop } = settings.stripe
      ? await stripe(settings, tell)
      : await sandbox(settings, site, sql, tell);
    const timer = setInterval(
      () => void storage.sweep(Date.now()).catch(() => {}),
      SWEEP_MILLISECONDS,
    );
    timer.unref();
    const close = async () => {
      clearInterval(timer);
      stop();
      await storage.close();
    };
    return { payments, storage, ...(settings.ucpProfileCheck && { profiles: strangers }), close };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

async function stripe({ stripe, shipsTo }: Settings, tell: (sentence: string) => void) {
  const { stripePayments } = await import("./payments/stripe.ts");
  return { payments: stripePayments({ ...stripe!, shipsTo, tell }), stop: () => {} };
}

async function sandbox(
  { products, shipsTo }: Settings,
  { origin, pagesOrigin, name }: Site,
  sql: Sql,
  tell: (sentence: string) => void,
) {
  const { sandboxPayments, whyNoSandbox } = await import("./payments/sandbox.ts");
  const whyNot = whyNoSandbox(origin);
  if (whyNot) throw new Problem("internal", whyNot);
  const payments = sandboxPayments({
    products: products ? productsFile(products, { tell }) : demoProducts(),
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
