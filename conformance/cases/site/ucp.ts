import type { BindingCasesOf, Exchange } from "../../case.ts";
import { ucpCatalogCases } from "./ucp-catalog.ts";
import { getUcpCheckout, updateUcpCheckout } from "./ucp-change.ts";
import { createUcpCheckout } from "./ucp-create.ts";
import { cancelUcpCheckout, completeUcpCheckout } from "./ucp-end.ts";

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
  ...ucpCatalogCases,
};

/** A deployment that looks at the profiles of platforms is named its own, which says what a platform's would. */
const portable = (exchange: Exchange): Exchange => {
  const { ask, needs, fault, spent } = exchange;
  if (needs || fault || spent) return exchange;
  return {
    ...exchange,
    async ask(found) {
      const asking = typeof ask === "function" ? await ask(found) : ask;
      const { protocol, origin } = new URL(found.info.url);
      return protocol === "https:"
        ? {
            ...asking,
            headers: { ...asking.headers, "ucp-agent": `profile="${origin}/.well-known/ucp"` },
          }
        : asking;
    },
  };
};

/** What buying by the Universal Commerce Protocol must do. */
export const ucpCases = Object.fromEntries(
  Object.entries(cases).map(([name, its]) => [name, its.map(portable)]),
) as unknown as Cases;
