import { describe, expect, it } from "vitest";
import { redactArguments } from "../credentials/redact.ts";
import { exposedHeaders } from "./exposed-headers.ts";
import { extractErrorMessage, failureForStatus, missingScopes } from "./failure.ts";
import { nextArguments } from "./next-page.ts";
import { readResult } from "./result.ts";
import { sliceResult } from "./result-part.ts";

const headers = (type?: string) =>
  ({
    get: (name: string) => (name === "content-type" ? (type ?? null) : null),
    [Symbol.iterator]: () => [].values(),
  }) as never;
const read = (
  body: string | Uint8Array,
  type?: string,
  { maxBytes = 1_000, secrets = [] as string[] } = {},
) =>
  readResult(typeof body === "string" ? new TextEncoder().encode(body) : body, headers(type), {
    maxBytes,
    secrets,
    isPartial: false,
  });

describe("a response body", () => {
  it.each([
    ['{"a":1}', "application/json", { a: 1 }],
    ['{"a":1}', "application/vnd.github+json; charset=utf-8", { a: 1 }],
    ['{"a":1}', undefined, { a: 1 }],
    ["{broken", "application/json", "{broken"],
    ["<a/>", "application/xml", "<a/>"],
    ["hello", undefined, "hello"],
    ["a,b\n", "text/csv", "a,b\n"],
    [
      '{"id":12345678901234567890,"n":1.5,"small":9007199254740991}',
      "application/json",
      { id: "12345678901234567890", n: 1.5, small: 9007199254740991 },
    ],
    ["", "application/json", undefined],
  ])("with the content %j and the type %s is parsed as %j", (body, type, data) =>
    expect(read(body, type).data).toEqual(data),
  );

  it("is decoded in its declared charset", () => {
    expect(read(Uint8Array.of(0xe9), "text/plain; charset=iso-8859-1").data).toBe("é");
  });

  it("is binary if it isn't text, with or without a media type", () => {
    expect(read(Uint8Array.of(0, 1, 2))).toMatchObject({ content: "binary", isCut: true, size: 3 });
    expect(read(Uint8Array.of(137, 80), "image/png")).toMatchObject({
      content: "binary",
      isCut: true,
    });
  });

  it("is truncated between characters, and its secrets are redacted", () => {
    expect(read("ab😀cd".repeat(50), "text/plain", { maxBytes: 3 }).data).toBe("ab");
    expect(
      read('{"token":"s3cr3t-value"}', "application/json", { secrets: ["s3cr3t-value"] }).data,
    ).toEqual({ token: "[hidden]" });
  });

  it("is split into parts of whole characters", () => {
    const text = "aé😀z";
    const slices: string[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const slice = sliceResult({ encoding: "text", data: text }, { offset, limit: 2 });
      slices.push(slice.data);
      offset = slice.next_offset;
    }
    expect(slices).toEqual(["a", "é", "😀", "z"]);
    expect(sliceResult({ encoding: "base64", data: "AAECAw==" }, { offset: 1, limit: 2 })).toEqual({
      encoding: "base64",
      data: "AQI=",
      offset: 1,
      size: 4,
      next_offset: 3,
    });
    expect(sliceResult({ encoding: "text", data: "ab" }, { offset: 9, limit: 2 })).toEqual({
      encoding: "text",
      data: "",
      offset: 2,
      size: 2,
      next_offset: null,
    });
  });
});

describe("the next page", () => {
  const slots = [
    { argument: "page", in: "query", name: "page", style: "form" },
    { argument: "per_page", in: "query", name: "per_page", style: "form" },
    { argument: "page_token", in: "query", name: "pageToken", style: "form" },
    { argument: "cursor", in: "query", name: "cursor", style: "form" },
  ] as const;
  const url = "https://api.example/things?per_page=5";
  it.each([
    [
      {
        link: '<https://api.example/things?per_page=5&page=2>; rel="next", <https://api.example/things?page=9>; rel="last"',
        data: [],
      },
      { page: 2 },
    ],
    [{ link: '<https://api.example/things?page=1>; rel="prev"', data: [] }, undefined],
    [{ link: null, data: { nextPageToken: "abc" } }, { page_token: "abc" }],
    [
      { link: null, data: { response_metadata: { next_cursor: "dXNlcjpVMDYx" } } },
      { cursor: "dXNlcjpVMDYx" },
    ],
    [{ link: null, data: { meta: { next_page: 3 } } }, { page: 3 }],
    [{ link: null, data: { links: { next: "/things?cursor=x" } } }, { cursor: "x" }],
    [{ link: null, data: { has_more: false, next_cursor: "x" } }, undefined],
    [{ link: null, data: { next_cursor: "" } }, undefined],
    [{ link: null, data: { next_cursor: null } }, undefined],
  ])("of %j is requested with %j", (response, next) =>
    expect(nextArguments(slots, { ...response, url })).toEqual(next),
  );

  const next = (names: readonly string[], data: unknown, location: "query" | "body" = "query") =>
    nextArguments(
      names.map((name) => ({ argument: name, in: location, name, style: "form" })),
      { link: null, data, url: "https://api.example/things?limit=2" },
    );

  it.each([
    [
      "the last item",
      ["starting_after"],
      { has_more: true, data: [{ id: "a" }, { id: "b" }] },
      "b",
    ],
    ["the ID of the last item", ["after_id"], { has_more: true, last_id: "m", data: [] }, "m"],
    ["an object", ["offset"], { next_page: { offset: "eyJ0", path: "/x?offset=eyJ0" } }, "eyJ0"],
    ["an opaque offset", ["offset"], { records: [], offset: "itr/rec1" }, "itr/rec1"],
    ["the next offset", ["start"], { additional_data: { pagination: { next_start: 5 } } }, 5],
    ["a link of OData", ["$skip"], { "@odata.nextLink": "/things?$skip=10" }, 10],
    ["a link by another name", ["Page"], { next_page_uri: "/things?Page=1" }, 1],
    ["a time", ["until"], { pagination: { count: 1, next: 1540095775951 } }, 1540095775951],
    ["the token of a page", ["pagination_token"], { meta: { next_token: "t" } }, "t"],
    ["the number of pages", ["page"], { result_info: { page: 1, total_pages: 2 } }, 2],
    ["a total", ["startAt"], { startAt: 0, maxResults: 2, total: 3 }, 2],
    [
      "a connection of GraphQL",
      ["after"],
      { data: { issues: { pageInfo: { hasNextPage: true, endCursor: "c" } } } },
      "c",
    ],
  ] as const)("is found by %s", (_, names, data, value) =>
    expect(next(names, data)).toEqual({ [names[0]]: value }),
  );

  it.each([
    [["starting_after"], { has_more: false, data: [{ id: "a" }] }],
    [["starting_after"], { data: [{ id: "a" }] }],
    [["offset"], { offset: 0, limit: 10 }],
    [["page"], { result_info: { page: 2, total_pages: 2 } }],
    [["startAt"], { startAt: 2, maxResults: 2, total: 3 }],
    [["cursor"], { isLast: true, nextCursor: "c" }],
    [["after"], { data: { issues: { pageInfo: { hasNextPage: false, endCursor: "c" } } } }],
    [["after"], { paging: { cursors: { after: "c" } } }],
  ] as const)("for %j is missing in %j", (names, data) =>
    expect(next(names, data)).toBeUndefined(),
  );
});

describe("an error response", () => {
  it.each([
    [200, undefined],
    [303, undefined],
    [302, "upstream_redirect"],
    [400, "upstream_bad_request"],
    [401, "upstream_auth"],
    [403, "upstream_forbidden"],
    [404, "upstream_not_found"],
    [429, "upstream_rate_limited"],
    [503, "upstream_server"],
  ])("with status %i is %s", (status, code) => expect(failureForStatus(status)).toBe(code));

  it.each([
    [{ message: "Validation Failed", documentation_url: "x" }, "Validation Failed"],
    [{ error: { code: 404, message: "Not Found" } }, "Not Found"],
    [{ errors: [{ title: "Bad", detail: "Too long" }] }, "Too long"],
    [{ error: "invalid_grant", error_description: "Expired" }, "Expired"],
    ["<html>", undefined],
    [{ a: 1 }, undefined],
  ])("with the body %j has the message %s", (data, message) =>
    expect(extractErrorMessage(data)).toBe(message),
  );

  it("names the missing scopes", () => {
    expect(missingScopes('Bearer error="insufficient_scope", scope="repo user"', {}, [])).toEqual([
      "repo",
      "user",
    ]);
    expect(
      missingScopes(null, { ok: false, error: "missing_scope", needed: "chat:write" }, []),
    ).toEqual(["chat:write"]);
    expect(missingScopes(null, { message: "Forbidden" }, ["repo"])).toBeUndefined();
  });
});

describe("stored runs", () => {
  it("contain useful response headers without credentials", () => {
    expect(
      exposedHeaders(
        [
          ["content-type", "x"],
          ["set-cookie", "sid=1"],
          ["x-ratelimit-remaining", "5"],
          ["www-authenticate", "Bearer"],
          ["link", "</?key=s3cr3t-value>; rel=next"],
          ["x-api-key", "s"],
          ["authorization", "s"],
        ],
        ["s3cr3t-value"],
      ),
    ).toEqual({ "x-ratelimit-remaining": "5", link: "</?key=[hidden]>; rel=next" });
  });

  it("contain arguments without secrets and with long values truncated", () => {
    const redacted = redactArguments(
      {
        title: "It hums",
        page_token: "abc",
        api_key: "k",
        nested: { password: "p", client_secret: 5, note: "Bearer abcdefghijklmnop" },
        jwt: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig",
        text: "x".repeat(5_000),
        file: { filename: "a", data: "AAAA" },
        gh: "use ghp_0123456789abcdef now",
        own: "is token-0123456789",
        list: Array.from({ length: 100 }, (_, each) => each),
      },
      ["token-0123456789"],
    );
    expect(redacted).toMatchObject({
      title: "It hums",
      page_token: "abc",
      api_key: "[hidden]",
      nested: { password: "[hidden]", client_secret: "[hidden]", note: "[hidden]" },
      jwt: "[hidden]",
      file: { filename: "a", data: "[4 characters of base64]" },
      gh: "use [hidden] now",
      own: "is [hidden]",
    });
    expect(String(redacted["text"])).toMatch(/^x{1000}… \[5000 characters\]$/);
    expect((redacted["list"] as unknown[]).at(-1)).toBe("[40 more]");
    expect(
      JSON.stringify(
        redactArguments(
          Object.fromEntries(
            Array.from({ length: 50 }, (_, each) => [`t${each}`, "y".repeat(900)]),
          ),
          [],
        ),
      ).length,
    ).toBeLessThan(20_000);
  });
});
