import { META } from "../client-runs/meta-client.ts";
import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  ...META,
  lines: [
    [
      "instagram.create_photo",
      { ig_user_id: "1", url: "https://e.org/a.jpg", caption: "Grüße #a", alt_text: "a tree" },
      ({ IGUser }, { ig_user_id, url, ...fields }) =>
        new IGUser(ig_user_id).createMedia([], { image_url: url, ...fields }),
    ],
    [
      "instagram.create_reel",
      { ig_user_id: "1", url: "https://e.org/a.mp4", share_to_feed: true },
      ({ IGUser }, { ig_user_id, url, ...fields }) =>
        new IGUser(ig_user_id).createMedia([], { media_type: "REELS", video_url: url, ...fields }),
    ],
    [
      "instagram.create_carousel",
      { ig_user_id: "1", children: ["11", "12"], caption: "c" },
      ({ IGUser }, { ig_user_id, ...fields }) =>
        new IGUser(ig_user_id).createMedia([], { media_type: "CAROUSEL", ...fields }),
    ],
    [
      "instagram.publish_media",
      { ig_user_id: "1", creation_id: "17" },
      ({ IGUser }, { creation_id }) => new IGUser("1").createMediaPublish([], { creation_id }),
    ],
    [
      "instagram.list_media",
      { ig_user_id: "1", fields: "id,caption,children{media_url}", limit: 5, after: "QVFI==" },
      ({ IGUser }, { ig_user_id, fields, ...params }) =>
        new IGUser(ig_user_id).getMedia(fields.split(","), params),
    ],
    [
      "instagram.get_media_insights",
      { ig_media_id: "2", metric: "reach,saved" },
      ({ IGMedia }, { metric }) => new IGMedia("2").getInsights([], { metric }),
    ],
    [
      "instagram.list_comments",
      { ig_media_id: "2", fields: "id,text", limit: 3 },
      ({ IGMedia }, { fields, limit }) =>
        new IGMedia("2").getComments(fields.split(","), { limit }),
    ],
    [
      "instagram.reply_to_comment",
      { ig_comment_id: "3", message: "thanks" },
      ({ IGComment }, { message }) => new IGComment("3").createReply([], { message }),
    ],
    [
      "instagram.hide_comment",
      { ig_comment_id: "3", hide: true },
      ({ IGComment }, { hide }) => new IGComment("3", { hide }).update([], { hide }),
    ],
    [
      "instagram.delete_comment",
      { ig_comment_id: "3" },
      ({ IGComment }) => new IGComment("3").delete([]),
    ],
    [
      "instagram.comment_on_media",
      { ig_media_id: "2", message: "nice" },
      ({ IGMedia }, { message }) => new IGMedia("2").createComment([], { message }),
    ],
    [
      "instagram.get_publishing_limit",
      { ig_user_id: "1", fields: "config,quota_usage" },
      ({ IGUser }, { fields }) => new IGUser("1").getContentPublishingLimit(fields.split(","), {}),
    ],
  ],
} satisfies VendorClient;
