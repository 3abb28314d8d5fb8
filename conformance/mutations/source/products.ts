import type { SourceMutation } from "./source-mutation.ts";

/** Defects in what a site without products offers. */
export const productMutations: readonly SourceMutation[] = [
  {
    description: "an MCP server that offers checkouts without products",
    file: "core/site/mcp.ts",
    find: "currentOffer: () => (sells() ? withProducts : withoutProducts)",
    replace: "currentOffer: () => withProducts",
    testFile: "no-products.test.ts",
    failingTest:
      "a site with no payment provider › offers only the tools for pages, and says so in its instructions",
  },
  {
    description: "a site that notices new products, but not that they are gone",
    file: "core/site/checkout/sales.ts",
    find: "isOpen = list.offers.length > 0;",
    replace: "isOpen ||= list.offers.length > 0;",
    testFile: "no-products.test.ts",
    failingTest:
      "a site with a payment provider without offers › offers only the tools for pages, and says so in its instructions",
  },
];
