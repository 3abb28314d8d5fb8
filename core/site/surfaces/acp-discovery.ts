import { documentResponse } from "../../http/document-response.ts";
import type { PaymentProvider } from "../../ports/payments.ts";
import { Problem } from "../../problem.ts";
import { ACP_VERSION, ACP_VERSIONS } from "../bindings/acp/failure.ts";
import { serviceUrl } from "../domain/site.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** What of the Agentic Commerce Protocol is served (its DiscoveryResponse). Where nothing is for sale, the site's own pages. */
export const acpDiscovery: Surface = {
  path: "/.well-known/acp.json",
  methods: ["GET"],
  mediaTypes: ["application/json"],
  link: {
    rel: "service-meta",
    title: "Agentic Commerce Protocol: what is served",
    about: "/agent/commerce/acp",
    entry: {
      name: "acp:checkout",
      queries: [
        "open an Agentic Commerce Protocol checkout session here",
        "which currencies does this shop sell in",
      ],
    },
  },
  requiresCommerce: true,
  createHandler(deps) {
    const { site, commerce } = deps;
    if (!commerce) return pages.createHandler(deps);
    return async (request) => {
      const currencies = await listCurrencies(commerce.payments);
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

/** The currencies of what is for sale, in lower case and in order; none while the provider can't be reached. */
async function listCurrencies(payments: PaymentProvider): Promise<string[]> {
  try {
    const { offers } = await payments.listOffers();
    return [...new Set(offers.map(({ currency }) => currency.toLowerCase()))].sort();
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
