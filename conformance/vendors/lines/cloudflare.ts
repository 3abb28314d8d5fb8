import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["cloudflare"],
  open: (load) => new (load("cloudflare").Cloudflare)({ apiToken: "token", maxRetries: 0 }),
  ignoredHeaders: { "api-version": "The day of the request." },
  lines: [
    [
      "cloudflare.list_zones",
      { name: "e.org", per_page: 5 },
      (cloudflare, args) => cloudflare.zones.list(args),
    ],
    [
      "cloudflare.create_dns_record",
      { zone_id: "z", type: "A", name: "www", content: "192.0.2.1", ttl: 300, proxied: true },
      (cloudflare, args) => cloudflare.dns.records.create(args),
    ],
    [
      "cloudflare.list_dns_records",
      { zone_id: "z", type: "A", per_page: 5 },
      (cloudflare, args) => cloudflare.dns.records.list(args),
    ],
    [
      "cloudflare.purge_cache",
      { zone_id: "z", files: ["https://e.org/a"] },
      (cloudflare, args) => cloudflare.cache.purge(args),
    ],
    ["cloudflare.get_zone", { zone_id: "z" }, (cloudflare, args) => cloudflare.zones.get(args)],
    [
      "cloudflare.delete_dns_record",
      { zone_id: "z", dns_record_id: "r" },
      (cloudflare, args) => cloudflare.dns.records.delete("r", args),
    ],
  ],
} satisfies VendorClient;
