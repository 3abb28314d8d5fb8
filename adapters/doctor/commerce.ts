import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { mayBePrivate } from "../content/live/live-site.ts";
import type { Settings } from "../environment.ts";
import { createProductsFile, demoProducts } from "../payments/products-file.ts";
import { explainSandboxUnavailable } from "../payments/sandbox.ts";
import { explainDatabaseError } from "../storage/explain-error.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** What is for sale, who takes the money, and whether checkouts can be kept. Changes nothing. */
export async function checkCommerce(settings: Settings): Promise<Finding[]> {
  const { stripe, products, content } = settings;
  if (!stripe && !products && content)
    return [ok("Nothing is for sale: neither STRIPE_SECRET_KEY nor SITE_PRODUCTS is set.")];
  const paymentFindings = stripe ? checkStripe(settings, stripe) : checkSandbox(settings);
  return [...(await paymentFindings), await checkStorage(settings)];
}

async function checkStripe(
  { shipsTo, products, publicOrigin }: Settings,
  { key, webhookSecret, apiUrl }: NonNullable<Settings["stripe"]>,
): Promise<Finding[]> {
  const { createStripePayments: stripePayments } = await import("../payments/stripe.ts");
  const messages: string[] = [];
  const findings: Finding[] = [];
  try {
    const { offers } = await stripePayments({
      key,
      webhookSecret,
      apiUrl,
      shipsTo,
      log: (message) => messages.push(message),
    }).listOffers();
    findings.push(
      offers.length > 0
        ? ok(`Stripe has ${offers.length} prices that can be offered.`)
        : note(
            "Stripe has no price that can be offered.",
            "Add products with active prices to the account.",
          ),
    );
  } catch (error) {
    findings.push(
      problem(
        (error as Error).message,
        "Look at STRIPE_SECRET_KEY, and whether this machine may reach api.stripe.com.",
      ),
    );
  }
  findings.push(...messages.map((message) => note(message)));
  const isPublic = publicOrigin !== undefined && !mayBePrivate(new URL(publicOrigin));
  if (!webhookSecret)
    findings.push(
      note(
        "STRIPE_WEBHOOK_SECRET is not set: payments are only found out by asking.",
        `Send Stripe's webhooks to ${publicOrigin ?? "https://your-address"}/agent/commerce/webhooks/stripe, and set the endpoint's secret.`,
      ),
    );
  if (/_live_/.test(key) && !isPublic)
    findings.push(
      note(
        "STRIPE_SECRET_KEY is a live one, while SITE_URL is not public: buyers who have paid come back to a page that they can't reach.",
        "Set SITE_URL, or use a test key.",
      ),
    );
  if (/_test_/.test(key) && isPublic)
    findings.push(note("STRIPE_SECRET_KEY is a test one: buyers can't pay with real money."));
  if (products)
    findings.push(
      note(
        "SITE_PRODUCTS has no use while STRIPE_SECRET_KEY is set: Stripe's prices are what is for sale.",
      ),
    );
  return findings;
}

async function checkSandbox({ products, publicOrigin }: Settings): Promise<Finding[]> {
  const reason = publicOrigin && explainSandboxUnavailable(publicOrigin);
  if (reason)
    return [
      problem(
        reason,
        "Set SITE_URL to an https:// address, or STRIPE_SECRET_KEY to sell for money.",
      ),
    ];
  const offers = (products ? createProductsFile(products) : demoProducts()).offers();
  return [
    ok(
      `${products ?? "The demo shop"} has ${offers.length} products, sold in a sandbox: no money moves.`,
    ),
  ];
}

async function checkStorage({ databaseUrl, dataFolder }: Settings): Promise<Finding> {
  if (databaseUrl !== undefined) {
    const url = new URL(databaseUrl);
    const { openPostgres: postgres } = await import("../storage/postgres.ts");
    const sql = postgres(url);
    try {
      await sql.query("select 1");
      return ok(`Checkouts are kept in the database at ${url.host}.`);
    } catch (error) {
      return problem(
        explainDatabaseError(error, url),
        "Look at DATABASE_URL, and whether the database runs.",
      );
    } finally {
      await sql.close();
    }
  }
  const existingFolder = findExistingFolder(dataFolder);
  try {
    accessSync(existingFolder, constants.W_OK | constants.X_OK);
    return ok(`Checkouts are kept in ${dataFolder}.`);
  } catch {
    return problem(
      `DATA_DIR is ${dataFolder}, and ${existingFolder} may not be written to by this user.`,
      "Set DATA_DIR to a folder that may, or DATABASE_URL to a database.",
    );
  }
}

/** The folder itself, or the nearest above it that is there. */
const findExistingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder));
