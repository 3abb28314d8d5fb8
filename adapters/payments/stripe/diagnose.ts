import { mayBePrivate } from "../../content/live/live-site.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import type { DiagnosisContext } from "../provider.ts";
import { createStripePayments, type StripeOptions } from "../stripe.ts";

/** Checks the key, the prices for sale and the webhook secret. */
export async function diagnoseStripe(
  { key, webhookSecret, apiUrl }: Pick<StripeOptions, "key" | "webhookSecret" | "apiUrl">,
  { shipsTo, publicOrigin }: DiagnosisContext,
): Promise<Finding[]> {
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
  return findings;
}
