import type { Representations } from "../../http/routing/operation.ts";
import { exactly } from "../../http/routing/operation.ts";
import type { SiteContract } from "../contract.ts";
import * as checkouts from "./checkouts.ts";
import { pageRepresentation } from "./page-representation.ts";
import * as pages from "./pages.ts";
import * as products from "./products.ts";
import * as search from "./search.ts";
import * as site from "./site.ts";

/**
 * The operations of the site service, in one file for each file of the spec that declares any. The
 * type requires exactly those of the spec.
 */
export const operations = exactly<SiteContract>()({
  ...site,
  ...search,
  ...pages,
  ...products,
  ...checkouts,
});

/** The operations with media types other than JSON. */
export const representations: Representations<SiteContract> = { readPage: pageRepresentation };
