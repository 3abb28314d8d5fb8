// Written by `npm run generate`. Do not edit.
export { createCheckout } from "./create-checkout.ts";
export { getCheckout } from "./get-checkout.ts";
export { listProducts } from "./list-products.ts";
export { readPage } from "./read-page.ts";
export { searchPages } from "./search-pages.ts";
export { siteInfo } from "./site-info.ts";
