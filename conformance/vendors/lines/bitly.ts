import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["bitly"],
  open: (load) => new (load("bitly").BitlyClient)("token"),
  ignoredParameters: {
    size: "The client's default.",
    unit: "The client's default.",
    units: "The client's default.",
    unit_reference: "The client's default.",
  },
  lines: [
    [
      "bitly.shorten",
      { long_url: "https://e.org/a?b=c", domain: "bit.ly" },
      (bitly, { long_url }) => bitly.shorten(long_url),
    ],
    ["bitly.get_bitlink", { bitlink: "bit.ly/a" }, (bitly) => bitly.info("bit.ly/a")],
    ["bitly.get_clicks", { bitlink: "bit.ly/a" }, (bitly) => bitly.clicks("bit.ly/a")],
    ["bitly.get_countries", { bitlink: "bit.ly/a" }, (bitly) => bitly.countries("bit.ly/a")],
    ["bitly.get_referrers", { bitlink: "bit.ly/a" }, (bitly) => bitly.referrers("bit.ly/a")],
  ],
} satisfies VendorClient;
