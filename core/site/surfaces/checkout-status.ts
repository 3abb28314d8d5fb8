import { SAFE_PAGE } from "../../http/answer.ts";
import { documentAnswer } from "../../http/document.ts";
import { readCheckout } from "../checkouts/life.ts";
import { checkoutPage } from "../domain/checkout-page.ts";
import { pages } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** How a checkout stands, for people: where the buyer lands after paying or turning back. Says nothing of the buyer. */
export const checkoutStatus: Surface = {
  path: "/checkout/{id}",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  respond(sources) {
    const { commerce, site } = sources;
    const others = pages.respond(sources);
    return async (asked, place) => {
      const id = place.parameters["id"]!;
      if (!commerce || !id.startsWith("chk_")) return others(asked, place);
      const answer = await documentAnswer(
        asked,
        checkoutPage(site, await readCheckout(commerce, id)),
        "text/html",
      );
      return { ...answer, headers: { ...answer.headers, ...SAFE_PAGE, ...UNLISTED } };
    };
  },
};

const UNLISTED = { "cache-control": "no-store", "x-robots-tag": "noindex" };
