import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["wpapi"],
  open: (load) =>
    new (load("wpapi"))({
      endpoint: "https://blog.e.org/wp-json",
      username: "jo",
      password: "secret",
      auth: true,
    }),
  method: "basic",
  values: { endpoint: "blog.e.org/wp-json/wp/v2", username: "jo", password: "secret" },
  lines: [
    [
      "wordpress.create_post",
      { title: "T", content: "c", status: "draft" },
      (wordpress, args) => wordpress.posts().create(args),
    ],
    ["wordpress.get_post", { id: 5 }, (wordpress) => wordpress.posts().id(5).get()],
    [
      "wordpress.list_posts",
      { search: "a b", per_page: 5 },
      (wordpress) => wordpress.posts().search("a b").perPage(5).get(),
    ],
    [
      "wordpress.create_category",
      { name: "n" },
      (wordpress, args) => wordpress.categories().create(args),
    ],
    ["wordpress.delete_post", { id: 5 }, (wordpress) => wordpress.posts().id(5).delete()],
  ],
} satisfies VendorClient;
