import type { Page } from "./list-line.ts";

/** Pages that differ only in their bodies. */
export const bodies = (...pages: readonly unknown[]): Page[] => pages.map((body) => ({ body }));

/** Pages of APIs that name the next page in a `Link` header. */
export const linked = (url: string, ...queries: readonly string[]): Page[] => [
  ...queries.map((query, index) => ({
    body: [{ id: `i${index}` }],
    headers: { link: `<${url}?${query}>; rel="next"` },
  })),
  { body: [{ id: "last" }] },
];

export const stripePages = (path: string): Page[] =>
  bodies(
    { object: "list", url: path, has_more: true, data: [{ id: "o_1" }, { id: "o_2" }] },
    { object: "list", url: path, has_more: true, data: [{ id: "o_3" }] },
    { object: "list", url: path, has_more: false, data: [{ id: "o_4" }] },
  );

export const OPENAI_PAGES = bodies(
  { object: "list", has_more: true, first_id: "a", last_id: "b", data: [{ id: "a" }, { id: "b" }] },
  { object: "list", has_more: false, first_id: "c", last_id: "c", data: [{ id: "c" }] },
);

export const cloudflarePages = (): Page[] =>
  [1, 2, 3].map((page) => ({
    body: {
      success: true,
      result: page === 3 ? [] : [{ id: `z${page}` }],
      result_info: { page, per_page: 1, total_pages: 3, count: 1, total_count: 2 },
    },
  }));

export const notionPages = bodies(
  { object: "list", results: [{ id: "1" }], has_more: true, next_cursor: "c2" },
  { object: "list", results: [{ id: "2" }], has_more: false, next_cursor: null },
);

export const asanaPages = (path: string): Page[] =>
  bodies(
    {
      data: [{ gid: "1" }],
      next_page: {
        offset: "eyJ0",
        path: `/${path}?limit=1&offset=eyJ0`,
        uri: `https://app.asana.com/api/1.0/${path}?limit=1&offset=eyJ0`,
      },
    },
    { data: [{ gid: "2" }], next_page: null },
  );

export const squarePages = (name: string): Page[] =>
  bodies({ [name]: [{ id: "1" }], cursor: "c 2" }, { [name]: [{ id: "2" }] });

export const slackPages = (name: string): Page[] =>
  bodies(
    { ok: true, [name]: [{ id: "1" }], response_metadata: { next_cursor: "dXNl=" } },
    { ok: true, [name]: [{ id: "2" }], response_metadata: { next_cursor: "" } },
  );

export const twitterPages = bodies(
  { data: [{ id: "1" }], meta: { result_count: 1, next_token: "7140dibdnow9c7btw482" } },
  { data: [{ id: "2" }], meta: { result_count: 1 } },
);

export const NOTION_ID = "11111111-1111-1111-1111-111111111111";
