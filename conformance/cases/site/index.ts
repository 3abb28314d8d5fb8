import type { BindingCases, SiteCases } from "../../case.ts";
import { acpCases } from "./acp.ts";
import { createCheckout, getCheckout } from "./checkouts.ts";
import { readPage } from "./pages.ts";
import { listProducts } from "./products.ts";
import { searchPages } from "./search.ts";
import { siteInfo } from "./site.ts";
import { ucpCases } from "./ucp.ts";

/** Every operation of the site service, in the order of its discovery. */
export const siteCases: SiteCases = {
  siteInfo,
  searchPages,
  readPage,
  listProducts,
  createCheckout,
  getCheckout,
};

/** Every binding of the site service. */
export const siteBindingCases: BindingCases = { ...acpCases, ...ucpCases };
