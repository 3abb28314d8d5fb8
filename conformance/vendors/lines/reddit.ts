import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["snoowrap"],
  open: (load) => new (load("snoowrap"))({ userAgent: "test", accessToken: "token" }),
  anyEncoding: "Reddit reads `api_type` from the query and from forms.",
  ignoredParameters: {
    raw_json: "The client asks for unescaped texts.",
    resubmit: "The client's default.",
    count: "Reddit uses it only for the numbers on its own pages.",
  },
  lines: [
    [
      "reddit.create_comment",
      { thing_id: "t3_a", text: "hi" },
      (reddit) => reddit.getSubmission("a").reply("hi"),
    ],
    [
      "reddit.submit_post",
      { sr: "test", kind: "self", title: "t", text: "x", sendreplies: true },
      (reddit) => reddit.getSubreddit("test").submitSelfpost({ title: "t", text: "x" }),
    ],
    ["reddit.get_user", { username: "jo" }, (reddit) => reddit.getUser("jo").fetch()],
    [
      "reddit.list_hot_posts",
      { subreddit: "test", limit: 5 },
      (reddit) => reddit.getSubreddit("test").getHot({ limit: 5 }),
    ],
    ["reddit.vote", { id: "t3_a", dir: 1 }, (reddit) => reddit.getSubmission("a").upvote()],
  ],
} satisfies VendorClient;
