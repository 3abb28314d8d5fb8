import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["dropbox"],
  open: (load) => new (load("dropbox").Dropbox)({ accessToken: "token", fetch }),
  lines: [
    [
      "dropbox.list_folder",
      { path: "/a", limit: 5 },
      (dropbox, args) => dropbox.filesListFolder(args),
    ],
    ["dropbox.create_folder", { path: "/a" }, (dropbox, args) => dropbox.filesCreateFolderV2(args)],
    ["dropbox.delete_file", { path: "/a" }, (dropbox, args) => dropbox.filesDeleteV2(args)],
    [
      "dropbox.create_shared_link",
      { path: "/a" },
      (dropbox, args) => dropbox.sharingCreateSharedLinkWithSettings(args),
    ],
    [
      "dropbox.upload_file",
      { path: "/ä.txt", text: "hello" },
      (dropbox) => dropbox.filesUpload({ path: "/ä.txt", contents: "hello" }),
    ],
    [
      "dropbox.get_metadata",
      { path: "/ä b.txt" },
      (dropbox, args) => dropbox.filesGetMetadata(args),
    ],
    [
      "dropbox.move_file",
      { from_path: "/a", to_path: "/b" },
      (dropbox, args) => dropbox.filesMoveV2(args),
    ],
  ],
} satisfies VendorClient;
