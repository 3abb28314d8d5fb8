import { documentResponse } from "../../http/response/document-response.ts";
import { DOCUMENT_COST } from "../../http/routing/route-cost.ts";
import { renderPage } from "../../lib/html-page/index.ts";
import { readCheckout } from "../checkout/checkout-service.ts";
import type { Surface } from "../surface.ts";
import { checkoutPage } from "./checkout-page.ts";
import { pages } from "./pages.ts";

/**
 * Status page of a checkout. Buyers land here after paying or going back. It contains no data about
 * the buyer.
 */
export const checkoutStatus: Surface = {
  path: "/checkout/{id}",
  methods: ["GET"],
  cost: DOCUMENT_COST,
  mediaTypes: ["text/html"],
  createHandler(deps) {
    const { commerce, site } = deps;
    const fallback = pages.createHandler(deps);
    return async (request, context) => {
      const id = context.match.parameters["id"];
      if (!commerce || !id?.startsWith("chk_")) return fallback(request, context);
      const { headers, body } = await renderPage(
        checkoutPage(site, await readCheckout(commerce, id)),
      );
      return documentResponse(request, body, "text/html", headers);
    };
  },
};
