import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  packages: ["twitter-api-v2"],
  open: (load) => new (load("twitter-api-v2").TwitterApi)("token").readWrite.v2,
  lines: [
    ["twitter.create_tweet", { text: "hi & bye" }, (twitter) => twitter.tweet("hi & bye")],
    [
      "twitter.get_tweet",
      { id: "5", "tweet.fields": ["created_at", "lang"] },
      (twitter) => twitter.singleTweet("5", { "tweet.fields": ["created_at", "lang"] }),
    ],
    [
      "twitter.search_recent_tweets",
      { query: "a b", max_results: 10 },
      (twitter) => twitter.search("a b", { max_results: 10 }),
    ],
    ["twitter.get_user_by_username", { username: "jo" }, (twitter) => twitter.userByUsername("jo")],
    ["twitter.delete_tweet", { id: "5" }, (twitter) => twitter.deleteTweet("5")],
  ],
} satisfies VendorClient;
