import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["@notionhq/client"],
  open: (load) => new (load("@notionhq/client").Client)({ auth: "token", retry: false }),
  ignoredHeaders: { "notion-version": "The catalog pins the version of its document." },
  lines: [
    [
      "notion.create_page",
      {
        parent: { page_id: "11111111-1111-1111-1111-111111111111" },
        properties: { title: { title: [{ text: { content: "Plan" } }] } },
      },
      (notion, args) => notion.pages.create(args),
    ],
    [
      "notion.query_data_source",
      {
        data_source_id: "11111111-1111-1111-1111-111111111111",
        page_size: 5,
        filter: { property: "S", status: { equals: "Done" } },
      },
      (notion, args) => notion.dataSources.query(args),
    ],
    ["notion.search", { query: "plan", page_size: 3 }, (notion, args) => notion.search(args)],
    [
      "notion.append_block_children",
      {
        block_id: "11111111-1111-1111-1111-111111111111",
        children: [{ object: "block", type: "divider", divider: {} }],
      },
      (notion, args) => notion.blocks.children.append(args),
    ],
    [
      "notion.patch_page",
      { page_id: "11111111-1111-1111-1111-111111111111", properties: { Done: { checkbox: true } } },
      (notion, args) => notion.pages.update(args),
    ],
    [
      "notion.get_page",
      { page_id: "11111111-1111-1111-1111-111111111111" },
      (notion, args) => notion.pages.retrieve(args),
    ],
    [
      "notion.get_block_children",
      { block_id: "11111111-1111-1111-1111-111111111111", page_size: 20 },
      (notion, args) => notion.blocks.children.list(args),
    ],
    ["notion.list_users", { page_size: 10 }, (notion, args) => notion.users.list(args)],
  ],
} satisfies VendorClient;
