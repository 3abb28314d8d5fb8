import type { BindingCases, BindingCasesOf, Exchange, SiteCases } from "../../case.ts";
import { acpCases } from "./acp.ts";
import * as operations from "./operations.ts";
import { getUcpProduct, lookupUcpCatalog } from "./ucp-catalog-lookup.ts";
import { searchUcpCatalog } from "./ucp-catalog-search.ts";
import { cancelUcpCheckout, completeUcpCheckout } from "./ucp-complete-cancel.ts";
import { createUcpCheckout } from "./ucp-create.ts";
import { getUcpCheckout, updateUcpCheckout } from "./ucp-get-update.ts";

type Cases = BindingCasesOf<
  | "createUcpCheckout"
  | "getUcpCheckout"
  | "updateUcpCheckout"
  | "completeUcpCheckout"
  | "cancelUcpCheckout"
  | "searchUcpCatalog"
  | "lookupUcpCatalog"
  | "getUcpProduct"
>;

const cases: Cases = {
  createUcpCheckout,
  getUcpCheckout,
  updateUcpCheckout,
  completeUcpCheckout,
  cancelUcpCheckout,
  searchUcpCatalog,
  lookupUcpCatalog,
  getUcpProduct,
};

/**
 * Names the deployment's own profile as the platform's, because a deployment fetches real profiles.
 */
const toPortable = (exchange: Exchange): Exchange => {
  const { request, requires, fault, rateLimited } = exchange;
  if (requires || fault || rateLimited) return exchange;
  return {
    ...exchange,
    async request(context) {
      const testRequest = typeof request === "function" ? await request(context) : request;
      const { protocol, origin } = new URL(context.info.url);
      return protocol === "https:"
        ? {
            ...testRequest,
            headers: { ...testRequest.headers, "ucp-agent": `profile="${origin}/.well-known/ucp"` },
          }
        : testRequest;
    },
  };
};

/** The exchanges of the Universal Commerce Protocol. */
export const ucpCases = Object.fromEntries(
  Object.entries(cases).map(([name, exchanges]) => [name, exchanges.map(toPortable)]),
) as unknown as Cases;

/** The cases of every operation of the site. */
export const siteCases: SiteCases = operations;

/** The exchanges of every protocol operation of the site. */
export const siteBindingCases: BindingCases = { ...acpCases, ...ucpCases };
