import { SAFE_PAGE } from "../../http/answer.ts";
import { Problem } from "../../problem.ts";
import { readCheckout } from "../checkouts/life.ts";
import { checkoutPage } from "../domain/checkout-page.ts";
import { documentAnswer } from "./document.ts";
import { ownPage } from "./pages.ts";
import type { Surface } from "./surface.ts";

/** How a checkout stands, for people: where the buyer lands after paying or turning back. Says nothing of the buyer. */
export const checkoutStatus: Surface = {
  path: "/checkout/{id}",
  methods: ["GET"],
  mediaTypes: ["text/html"],
  respond: (sources) => async (asked, place) => {
    const { commerce, site } = sources;
    const id = place.parameters["id"]!;
    if (!commerce || !id.startsWith("chk_")) {
      const own = await ownPage(sources, asked, place);
      if (own) return own;
      throw new Problem("not_found", `Nothing is served at ${place.path.slice(0, 200)}.`, { hint: "/agent/site.json lists what is served." });
    }
    const answer = await documentAnswer(asked, checkoutPage(site, await readCheckout(commerce, id)), "text/html");
    return { ...answer, headers: { ...answer.headers, ...SAFE_PAGE, ...UNLISTED } };
  },
};

const UNLISTED = { "cache-control": "no-store", "x-robots-tag": "noindex" };
