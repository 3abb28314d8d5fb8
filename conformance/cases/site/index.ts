import type { BindingCases, SiteCases } from "../../case.ts";
import { acpCases } from "./acp.ts";
import { createCheckout } from "./create-checkout.ts";
import { getCheckout } from "./get-checkout.ts";
import { readPage } from "./pages.ts";
import { listProducts } from "./products.ts";
import { searchPages } from "./search.ts";
import { siteInfo } from "./site.ts";
import { ucpCases } from "./ucp.ts";

/** The cases of every operation of the site, in the order in which discovery lists them. */
export const siteCases: SiteCases = {
  siteInfo,
  searchPages,
  readPage,
  listProducts,
  createCheckout,
  getCheckout,
};

/** The exchanges of every protocol operation of the site. */
export const siteBindingCases: BindingCases = { ...acpCases, ...ucpCases };
