import { Problem } from "../../http/problem.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import type { PaymentProvider } from "../../ports/payments.ts";
import { ACP_VERSION, ACP_VERSIONS } from "../protocols/acp/failure.ts";
import { serviceUrl } from "../site.ts";
import type { Surface } from "../surface.ts";

/**
 * Discovery document of the Agentic Commerce Protocol (`DiscoveryResponse`).
 */
export const acpDiscovery: Surface = {
  path: "/.well-known/acp.json",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["application/json"],
  link: {
    rel: "service-meta",
    title: "Agentic Commerce Protocol discovery document",
    about: "/agent/commerce/acp",
    entry: {
      name: "acp:checkout",
      queries: [
        "open an Agentic Commerce Protocol checkout session here",
        "which currencies does this shop accept",
      ],
    },
  },
  requiresCommerce: true,
  createHandler({ site, commerce }) {
    return async (request) => {
      const currencies = commerce ? await listCurrencies(commerce.payments) : [];
      const discovery = {
        protocol: {
          name: "acp",
          version: ACP_VERSION,
          supported_versions: ACP_VERSIONS.toReversed(),
          documentation_url: serviceUrl(site, "/openapi.json"),
        },
        api_base_url: serviceUrl(site, "/agent/commerce/acp"),
        transports: ["rest"],
        capabilities: {
          services: ["checkout"],
          ...(currencies.length > 0 && { supported_currencies: currencies }),
        },
      };
      const response = await documentResponse(
        request,
        JSON.stringify(discovery, null, 2),
        "application/json",
      );
      return {
        ...response,
        headers: { ...response.headers, "cache-control": "public, max-age=3600" },
      };
    };
  },
};

/**
 * Lists the currencies of all offers, in lower case and sorted. Returns an empty list while the
 * payment provider is unavailable.
 */
async function listCurrencies(payments: PaymentProvider): Promise<string[]> {
  try {
    const { offers } = await payments.listOffers();
    return [...new Set(offers.map(({ currency }) => currency.toLowerCase()))].sort();
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
