import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["box-node-sdk"],
  open: (load) => {
    const { BoxClient, BoxDeveloperTokenAuth } = load("box-node-sdk");
    return new BoxClient({ auth: new BoxDeveloperTokenAuth({ token: "token" }) });
  },
  lines: [
    [
      "box.get_file",
      { file_id: "5", fields: ["name", "size"] },
      (box) => box.files.getFileById("5", { queryParams: { fields: ["name", "size"] } }),
    ],
    ["box.get_folder", { folder_id: "0" }, (box) => box.folders.getFolderById("0")],
    [
      "box.create_folder",
      { name: "A", parent: { id: "0" } },
      (box, args) => box.folders.createFolder(args),
    ],
    [
      "box.create_comment",
      { message: "hi", item: { id: "5", type: "file" } },
      (box, args) => box.comments.createComment(args),
    ],
    ["box.delete_file", { file_id: "5" }, (box) => box.files.deleteFileById("5")],
  ],
} satisfies VendorClient;
