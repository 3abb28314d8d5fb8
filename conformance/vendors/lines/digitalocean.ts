import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@digitalocean/dots"],
  open: (load) => {
    const dots = load("@digitalocean/dots");
    const { FetchRequestAdapter } = load("@microsoft/kiota-http-fetchlibrary");
    const provider = new dots.DigitalOceanApiKeyAuthenticationProvider("token");
    return dots.createDigitalOceanClient(new FetchRequestAdapter(provider)).v2;
  },
  lines: [
    [
      "digitalocean.droplets_list",
      { per_page: 5, page: 2, tag_name: "a b" },
      (v2) => v2.droplets.get({ queryParameters: { perPage: 5, page: 2, tagName: "a b" } }),
    ],
    [
      "digitalocean.droplets_create",
      {
        name: "web",
        region: "fra1",
        size: "s-1vcpu-1gb",
        image: "ubuntu-24-04-x64",
        ssh_keys: ["3b:16"],
        backups: true,
        tags: ["a", "ü"],
      },
      (v2, { ssh_keys, ...droplet }) => v2.droplets.post({ ...droplet, sshKeys: ssh_keys }),
    ],
    [
      "digitalocean.droplet_actions_post",
      { droplet_id: 3, type: "resize", size: "s-2vcpu-2gb", disk: true },
      (v2, { droplet_id, ...action }) => v2.droplets.byDroplet_id(droplet_id).actions.post(action),
    ],
    [
      "digitalocean.droplets_destroy",
      { droplet_id: 3 },
      (v2) => v2.droplets.byDroplet_id(3).delete(),
    ],
    [
      "digitalocean.droplets_destroy_by_tag",
      { tag_name: "a b" },
      (v2) => v2.droplets.delete({ queryParameters: { tagName: "a b" } }),
    ],
    [
      "digitalocean.domains_create_record",
      { domain_name: "e.org", body: { type: "A", name: "www", data: "192.0.2.1", ttl: 60 } },
      (v2, { body }) => v2.domains.byDomain_name("e.org").records.post(body),
    ],
    [
      "digitalocean.domains_list_records",
      { domain_name: "e.org", type: "TXT", name: "a.e.org" },
      (v2, { type, name }) =>
        v2.domains.byDomain_name("e.org").records.get({ queryParameters: { type, name } }),
    ],
    [
      "digitalocean.ssh_keys_create",
      { name: "k", public_key: "ssh-ed25519 AAA+/= a@e.org" },
      (v2, { name, public_key }) => v2.account.keys.post({ name, publicKey: public_key }),
    ],
    [
      "digitalocean.tags_assign_resources",
      { tag_id: "t", resources: [{ resource_id: "3", resource_type: "droplet" }] },
      (v2) =>
        v2.tags
          .byTag_id("t")
          .resources.post({ resources: [{ resourceId: "3", resourceType: "droplet" }] }),
    ],
    [
      "digitalocean.images_list",
      { type: "distribution", private: true },
      (v2) => v2.images.get({ queryParameters: { type: "distribution", private: true } }),
    ],
  ],
} satisfies VendorClient;
