import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["contentful-management"],
  open: (load) =>
    load("contentful-management").createClient(
      { accessToken: "token", retryOnError: false },
      { type: "plain", defaults: { spaceId: "s", environmentId: "master" } },
    ),
  values: { host: "api.contentful.com" },
  lines: [
    [
      "contentful.get_entry",
      { spaceId: "s", environmentId: "master", entryId: "e" },
      (contentful) => contentful.entry.get({ entryId: "e" }),
    ],
    [
      "contentful.list_entries",
      { spaceId: "s", environmentId: "master", content_type: "post", limit: 5 },
      (contentful) => contentful.entry.getMany({ query: { content_type: "post", limit: 5 } }),
    ],
    [
      "contentful.create_entry",
      {
        spaceId: "s",
        environmentId: "master",
        "X-Contentful-Content-Type": "post",
        fields: { title: { "en-US": "A" } },
      },
      (contentful, { fields }) => contentful.entry.create({ contentTypeId: "post" }, { fields }),
    ],
    [
      "contentful.publish_entry",
      { spaceId: "s", environmentId: "master", entryId: "e", "X-Contentful-Version": 3 },
      (contentful) =>
        contentful.entry.publish({ entryId: "e" }, { sys: { version: 3 }, fields: {} }),
    ],
    [
      "contentful.list_content_types",
      { spaceId: "s", environmentId: "master", limit: 5 },
      (contentful) => contentful.contentType.getMany({ query: { limit: 5 } }),
    ],
  ],
} satisfies VendorClient;
