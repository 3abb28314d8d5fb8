import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@netlify/api"],
  open: (load) => new (load("@netlify/api").NetlifyAPI)("token"),
  lines: [
    ["netlify.list_sites", { name: "a", per_page: 5 }, (netlify, args) => netlify.listSites(args)],
    ["netlify.get_site", { site_id: "s" }, (netlify, args) => netlify.getSite(args)],
    ["netlify.create_site", { name: "a" }, (netlify, body) => netlify.createSite({ body })],
    [
      "netlify.list_site_deploys",
      { site_id: "s", state: "ready" },
      (netlify, args) => netlify.listSiteDeploys(args),
    ],
    ["netlify.get_deploy", { deploy_id: "d" }, (netlify, args) => netlify.getDeploy(args)],
  ],
} satisfies VendorClient;
