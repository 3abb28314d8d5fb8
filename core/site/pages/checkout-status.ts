import { documentResponse } from "../../http/document-response.ts";
import { PAGE_SECURITY_HEADERS } from "../../http/response.ts";
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
  mediaTypes: ["text/html"],
  createHandler(deps) {
    const { commerce, site } = deps;
    const fallback = pages.createHandler(deps);
    return async (request, context) => {
      const id = context.match.parameters["id"]!;
      if (!commerce || !id.startsWith("chk_")) return fallback(request, context);
      const response = await documentResponse(
        request,
        checkoutPage(site, await readCheckout(commerce, id)),
        "text/html",
      );
      return {
        ...response,
        headers: { ...response.headers, ...PAGE_SECURITY_HEADERS, ...NO_INDEX },
      };
    };
  },
};

const NO_INDEX = { "cache-control": "no-store", "x-robots-tag": "noindex" };
