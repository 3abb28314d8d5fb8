import type { Settings } from "../config/settings.ts";
import { mayBePrivate } from "../content/live/live-site.ts";
import { createProductsFile, demoProducts } from "../payments/products-file.ts";
import { explainSandboxUnavailable } from "../payments/sandbox.ts";
import { driverFor } from "../storage/drivers.ts";
import { type Finding, note, ok, problem } from "./report.ts";

/** Checks the products, the payment provider and the storage of checkouts. Changes nothing. */
export async function checkCommerce(settings: Settings): Promise<Finding[]> {
  const { stripe, products, content } = settings;
  if (!stripe && !products && content)
    return [ok("The site has no products: neither STRIPE_SECRET_KEY nor SITE_PRODUCTS is set.")];
  const paymentFindings = stripe ? checkStripe(settings, stripe) : checkSandbox(settings);
  return [...(await paymentFindings), await checkStorage(settings)];
}

async function checkStripe(
  { shipsTo, products, publicOrigin }: Settings,
  { key, webhookSecret, apiUrl }: NonNullable<Settings["stripe"]>,
): Promise<Finding[]> {
  const { createStripePayments } = await import("../payments/stripe.ts");
  const messages: string[] = [];
  const findings: Finding[] = [];
  try {
    const { offers } = await createStripePayments({
      key,
      webhookSecret,
      apiUrl,
      shipsTo,
      log: (message) => messages.push(message),
    }).listOffers();
    findings.push(
      offers.length > 0
        ? ok(`Stripe has ${offers.length} prices for sale.`)
        : note(
            "Stripe has no prices for sale.",
            "Add products with active prices to the Stripe account.",
          ),
    );
  } catch (error) {
    findings.push(
      problem(
        (error as Error).message,
        "Check STRIPE_SECRET_KEY, and whether this machine can reach api.stripe.com.",
      ),
    );
  }
  findings.push(...messages.map((message) => note(message)));
  const isPublic = publicOrigin !== undefined && !mayBePrivate(new URL(publicOrigin));
  if (!webhookSecret)
    findings.push(
      note(
        "STRIPE_WEBHOOK_SECRET is not set. Jackfield detects payments only by polling.",
        `Add the webhook endpoint ${publicOrigin ?? "https://your-site"}/agent/commerce/webhooks/stripe at Stripe, and set its signing secret here.`,
      ),
    );
  if (/_live_/.test(key) && !isPublic)
    findings.push(
      note(
        "STRIPE_SECRET_KEY is a live key, but SITE_URL is not public. After payment, buyers return to an unreachable page.",
        "Set SITE_URL to the public URL, or use a test key.",
      ),
    );
  if (/_test_/.test(key) && isPublic)
    findings.push(note("STRIPE_SECRET_KEY is a test key. Buyers can't pay with real money."));
  if (products)
    findings.push(
      note(
        "SITE_PRODUCTS has no effect while STRIPE_SECRET_KEY is set. Jackfield sells the prices at Stripe.",
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
        "Set SITE_URL to an https URL, or set STRIPE_SECRET_KEY to sell through Stripe.",
      ),
    ];
  const offers = (products ? createProductsFile(products) : demoProducts()).offers();
  return [
    ok(
      `${products ?? "The demo shop"} has ${offers.length} products for sale in the sandbox. No money moves.`,
    ),
  ];
}

async function checkStorage({ databaseUrl, dataFolder }: Settings): Promise<Finding> {
  const location = { url: databaseUrl, folder: dataFolder };
  const diagnosis = await driverFor(location).diagnose(location);
  return "place" in diagnosis
    ? ok(`Jackfield stores checkouts ${diagnosis.place}.`)
    : problem(diagnosis.problem, diagnosis.hint);
}
