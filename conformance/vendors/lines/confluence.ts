import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["confluence.js"],
  open: (load) => {
    const { createV1Client, createV2Client } = load("confluence.js");
    const options = {
      host: "https://acme.atlassian.net",
      auth: { type: "basic", email: "a@e.org", apiToken: "secret" },
    };
    return { v1: createV1Client(options), v2: createV2Client(options) };
  },
  method: "basic",
  values: { host: "acme.atlassian.net", username: "a@e.org", password: "secret" },
  ignoredHeaders: { "x-atlassian-token": "Jackfield isn't a browser." },
  lines: [
    [
      "confluence.get_page",
      { id: "5", "body-format": "storage" },
      ({ v2 }) => v2.page.getPageById({ id: 5, bodyFormat: "storage" }),
    ],
    [
      "confluence.create_page",
      { space_id: "1", title: "Plan", content: "<p>x</p>", parent_id: "2" },
      ({ v2 }) =>
        v2.page.createPage({
          body: {
            spaceId: "1",
            title: "Plan",
            parentId: "2",
            body: { representation: "storage", value: "<p>x</p>" },
          },
        }),
    ],
    ["confluence.get_space", { id: "1" }, ({ v2 }) => v2.space.getSpaceById({ id: 1 })],
    [
      "confluence.list_page_comments",
      { id: "5", limit: 3 },
      ({ v2 }) => v2.comment.getPageFooterComments({ id: 5, limit: 3 }),
    ],
    ["confluence.delete_page", { id: "5" }, ({ v2 }) => v2.page.deletePage({ id: 5 })],
    [
      "confluence.search",
      { cql: "type = page", limit: 3 },
      ({ v1 }, args) => v1.search.searchByCQL(args),
    ],
  ],
} satisfies VendorClient;
