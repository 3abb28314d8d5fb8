import type { Representations } from "../../operation.ts";
import { exactly } from "../../operation.ts";
import type { SiteContract } from "../contract.ts";
import { createCheckout, getCheckout } from "./checkouts.ts";
import { pageRepresentation, readPage } from "./pages.ts";
import { listProducts } from "./products.ts";
import { searchPages } from "./search.ts";
import { siteInfo } from "./site.ts";

/** Exactly the operations of the spec. */
export const operations = exactly<SiteContract>()({
  siteInfo,
  searchPages,
  readPage,
  listProducts,
  createCheckout,
  getCheckout,
});

/** How those that have media types besides JSON are written. */
export const representations: Representations<SiteContract> = { readPage: pageRepresentation };
