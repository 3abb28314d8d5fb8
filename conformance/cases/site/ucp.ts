import type { BindingCasesOf } from "../../case.ts";
import { ucpCatalogCases } from "./ucp-catalog.ts";
import { ucpCheckoutCases } from "./ucp-checkouts.ts";

/** What buying by the Universal Commerce Protocol must do. */
export const ucpCases: BindingCasesOf<
  "createUcpCheckout" | "getUcpCheckout" | "updateUcpCheckout" | "completeUcpCheckout" | "cancelUcpCheckout" | "searchUcpCatalog" | "lookupUcpCatalog" | "getUcpProduct"
> = { ...ucpCheckoutCases, ...ucpCatalogCases };
