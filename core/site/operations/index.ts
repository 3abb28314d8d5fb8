import type { Representations } from "../../http/operation.ts";
import { exactly } from "../../http/operation.ts";
import type { SiteContract } from "../contract.ts";
import { createCheckout, getCheckout } from "./checkouts.ts";
import { pageRepresentation, readPage } from "./pages.ts";
import { listProducts } from "./products.ts";
import { searchPages } from "./search.ts";
import { siteInfo } from "./site.ts";

/** The operations of the site service. The type requires exactly those of the spec. */
export const operations = exactly<SiteContract>()({
  siteInfo,
  searchPages,
  readPage,
  listProducts,
  createCheckout,
  getCheckout,
});

/** The operations with media types other than JSON. */
export const representations: Representations<SiteContract> = { readPage: pageRepresentation };
