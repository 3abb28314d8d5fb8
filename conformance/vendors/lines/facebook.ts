import { META } from "../client-runs/meta-client.ts";
import type { VendorClient } from "../client-runs/vendor-client.ts";

export default {
  ...META,
  lines: [
    [
      "facebook.create_page_post",
      {
        page_id: "1",
        message: "Schöne Grüße & mehr",
        link: "https://e.org/a?b=c",
        published: false,
      },
      ({ Page }, { page_id, ...fields }) => new Page(page_id).createFeed([], fields),
    ],
    [
      "facebook.create_page_photo",
      { page_id: "1", url: "https://e.org/a.png?b=%20c", caption: "c" },
      ({ Page }, { page_id, ...fields }) => new Page(page_id).createPhoto([], fields),
    ],
    [
      "facebook.list_page_posts",
      { page_id: "1", fields: "id,message,from{name}", limit: 5, since: "2026-11-01" },
      ({ Page }, { page_id, fields, ...params }) =>
        new Page(page_id).getFeed(fields.split(","), params),
    ],
    [
      "facebook.get_page_insights",
      { page_id: "1", metric: "page_impressions,page_fans", period: "day" },
      ({ Page }, { page_id, ...params }) => new Page(page_id).getInsights([], params),
    ],
    [
      "facebook.create_comment",
      { object_id: "1_2", message: "thanks" },
      ({ PagePost }, { object_id, ...fields }) => new PagePost(object_id).createComment([], fields),
    ],
    [
      "facebook.list_comments",
      { object_id: "1_2", fields: "id,message", order: "reverse_chronological", after: "QVFI==" },
      ({ PagePost }, { object_id, fields, ...params }) =>
        new PagePost(object_id).getComments(fields.split(","), params),
    ],
    [
      "facebook.send_message",
      { page_id: "1", recipient: { id: "7" }, messaging_type: "RESPONSE", message: { text: "hi" } },
      ({ Page }, { page_id, ...fields }) => new Page(page_id).createMessage([], fields),
    ],
    [
      "facebook.get_page",
      { page_id: "1", fields: "id,name,fan_count" },
      ({ Page }, { page_id, fields }) => new Page(page_id).get(fields.split(",")),
    ],
    [
      "facebook.delete_object",
      { object_id: "1_2" },
      ({ PagePost }) => new PagePost("1_2").delete([]),
    ],
    [
      "facebook.list_pages",
      { fields: "id,name,access_token", limit: 5 },
      ({ User }, { fields, limit }) => new User("me").getAccounts(fields.split(","), { limit }),
    ],
  ],
} satisfies VendorClient;
