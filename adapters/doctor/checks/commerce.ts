import { formatCount } from "../../../core/lib/kit/text/format-count.ts";
import type { SiteServiceSettings } from "../../config/site-service-settings.ts";
import { mayBePrivate } from "../../content/live/live-site.ts";
import { createProductsFile, demoProducts } from "../../payments/products-file.ts";
import { PROVIDERS, selectProvider } from "../../payments/providers.ts";
import { explainSandboxUnavailable } from "../../payments/sandbox.ts";
import { type Finding, note, ok, problem } from "../../runtime/finding.ts";
import { driverFor } from "../../storage/drivers.ts";

/** Checks the products, the payment provider and the storage of checkouts. Changes nothing. */
export async function checkCommerce(settings: SiteServiceSettings): Promise<readonly Finding[]> {
  const { payments, products, content, upstream } = settings;
  const provider = selectProvider(payments);
  if (!provider && !products && (content || upstream)) {
    const names = [...PROVIDERS.map(({ selectedBy }) => selectedBy), "SITE_PRODUCTS"];
    return [ok(`The site has no products: neither ${names.join(" nor ")} is set.`)];
  }
  const findings = await (provider?.diagnose(payments, settings) ?? checkSandbox(settings));
  const unused =
    provider && products
      ? [
          note(
            `SITE_PRODUCTS has no effect while ${provider.selectedBy} is set. Jackfield sells the prices at ${provider.label}.`,
          ),
        ]
      : [];
  return [...findings, ...unused, await checkStorage(settings)];
}

async function checkSandbox({ products, publicOrigin }: SiteServiceSettings): Promise<Finding[]> {
  const reason = publicOrigin && explainSandboxUnavailable(publicOrigin);
  if (reason)
    return [
      problem(
        reason,
        `Set SITE_URL to an https URL, or ${PROVIDERS.map(({ selectedBy, label }) => `set ${selectedBy} to sell through ${label}`).join(", or ")}.`,
      ),
    ];
  const offers = (products ? createProductsFile(products) : demoProducts()).offers();
  const shop = `${products ?? "The demo shop"} has ${formatCount(offers.length, "product")} for sale in the sandbox`;
  if (!publicOrigin || mayBePrivate(new URL(publicOrigin))) return [ok(`${shop}. No money moves.`)];
  return [
    note(
      `${shop} at the public address ${publicOrigin}. Buyers seem to pay, but no money moves.`,
      `${PROVIDERS.map(({ selectedBy, label }) => `Set ${selectedBy} to sell through ${label}`).join(", or ")}${products ? ", or unset SITE_PRODUCTS" : ""}.`,
    ),
  ];
}

async function checkStorage({ databaseUrl, dataFolder }: SiteServiceSettings): Promise<Finding> {
  const location = { url: databaseUrl, folder: dataFolder };
  const diagnosis = await driverFor(location).diagnose(location);
  return "place" in diagnosis
    ? ok(`Jackfield stores checkouts ${diagnosis.place}.`)
    : problem(diagnosis.problem, diagnosis.hint);
}
