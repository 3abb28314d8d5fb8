import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["webflow-api"],
  open: (load) => new (load("webflow-api").WebflowClient)({ accessToken: "token" }),
  lines: [
    [
      "webflow.create_item",
      { collection_id: "c", fieldData: { name: "A", slug: "a" }, isDraft: false },
      (webflow, { collection_id, ...body }) =>
        webflow.collections.items.createItem(collection_id, body),
    ],
    ["webflow.list_sites", {}, (webflow) => webflow.sites.list()],
    ["webflow.get_site", { site_id: "s" }, (webflow) => webflow.sites.get("s")],
    [
      "webflow.list_items",
      { collection_id: "c", limit: 5, offset: 10 },
      (webflow, { collection_id, ...query }) =>
        webflow.collections.items.listItems(collection_id, query),
    ],
    [
      "webflow.publish_site",
      { site_id: "s", publishToWebflowSubdomain: true },
      (webflow) => webflow.sites.publish("s", { publishToWebflowSubdomain: true }),
    ],
    [
      "webflow.update_item",
      { collection_id: "c", item_id: "i", fieldData: { name: "B" } },
      (webflow) => webflow.collections.items.updateItem("c", "i", { fieldData: { name: "B" } }),
    ],
  ],
} satisfies VendorClient;
