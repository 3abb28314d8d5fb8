import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["figma-api"],
  open: (load) => new (load("figma-api").Api)({ personalAccessToken: "secret" }),
  method: "api_key",
  values: { api_key: "secret" },
  lines: [
    [
      "figma.get_file",
      { file_key: "k", ids: "1:2", depth: 1 },
      (figma) => figma.getFile("k", { ids: ["1:2"], depth: 1 }),
    ],
    ["figma.get_comments", { file_key: "k" }, (figma) => figma.getComments("k")],
    [
      "figma.post_comment",
      { file_key: "k", message: "hi", client_meta: { x: 1, y: 2 } },
      (figma) => figma.postComment("k", "hi", { x: 1, y: 2 }),
    ],
    [
      "figma.get_file_nodes",
      { file_key: "k", ids: "1:2,1:3" },
      (figma) => figma.getFileNodes("k", ["1:2", "1:3"]),
    ],
    ["figma.get_me", {}, (figma) => figma.getMe()],
  ],
} satisfies VendorClient;
