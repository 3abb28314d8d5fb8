import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { mayBePrivate } from "../content/live/site.ts";
import type { Settings } from "../environment.ts";
import { demoProducts, productsFile } from "../payments/products-file.ts";
import { whyNoSandbox } from "../payments/sandbox.ts";
import { whyNotDatabase } from "../storage/sentences.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** What is for sale, who takes the money, and whether checkouts can be kept. Changes nothing. */
export async function shopFindings(settings: Settings): Promise<Finding[]> {
  const { stripe, products, content } = settings;
  if (!stripe && !products && content)
    return [ok("Nothing is for sale: neither STRIPE_SECRET_KEY nor SITE_PRODUCTS is set.")];
  const selling = stripe ? stripeFindings(settings, stripe) : sandboxFindings(settings);
  return [...(await selling), await keepingFinding(settings)];
}

async function stripeFindings(
  { shipsTo, products, publicOrigin }: Settings,
  { key, webhookSecret, apiUrl }: NonNullable<Settings["stripe"]>,
): Promise<Finding[]> {
  const { stripePayments } = await import("../payments/stripe.ts");
  const told: string[] = [];
  const findings: Finding[] = [];
  try {
    const { offers } = await stripePayments({
      key,
      webhookSecret,
      apiUrl,
      shipsTo,
      tell: (sentence) => told.push(sentence),
    }).offers();
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
  findings.push(...told.map((sentence) => note(sentence)));
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

async function sandboxFindings({ products, publicOrigin }: Settings): Promise<Finding[]> {
  const wrong = publicOrigin && whyNoSandbox(publicOrigin);
  if (wrong)
    return [
      problem(
        wrong,
        "Set SITE_URL to an https:// address, or STRIPE_SECRET_KEY to sell for money.",
      ),
    ];
  const offers = (products ? productsFile(products) : demoProducts()).offers();
  return [
    ok(
      `${products ?? "The demo shop"} has ${offers.length} products, sold in a sandbox: no money moves.`,
    ),
  ];
}

async function keepingFinding({ databaseUrl, dataFolder }: Settings): Promise<Finding> {
  if (databaseUrl !== undefined) {
    const url = new URL(databaseUrl);
    const { postgres } = await import("../storage/postgres.ts");
    const sql = postgres(url);
    try {
      await sql.query("select 1");
      return ok(`Checkouts are kept in the database at ${url.host}.`);
    } catch (error) {
      return problem(
        whyNotDatabase(error, url),
        "Look at DATABASE_URL, and whether the database runs.",
      );
    } finally {
      await sql.close();
    }
  }
  const there = nearestFolder(dataFolder);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    return ok(`Checkouts are kept in ${dataFolder}.`);
  } catch {
    return problem(
      `DATA_DIR is ${dataFolder}, and ${there} may not be written to by this user.`,
      "Set DATA_DIR to a folder that may, or DATABASE_URL to a database.",
    );
  }
}

/** The folder itself, or the nearest above it that is there. */
const nearestFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
