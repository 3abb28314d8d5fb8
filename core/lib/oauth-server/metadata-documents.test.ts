import { describe, expect, it } from "vitest";
import { createTestFetch, type TestResponse } from "../oauth/testing.ts";
import { createFindClientDocument, isDocumentUrl } from "./metadata-documents.ts";

const URL_1 = "https://client.example/oauth/client.json";
const DOCUMENT = {
  client_id: URL_1,
  client_name: "Claude",
  redirect_uris: ["https://client.example/callback"],
};

function createDocuments(response: TestResponse | undefined) {
  const { send, calls } = createTestFetch(response ? { [URL_1]: response } : {});
  const clock = { now: 0 };
  return {
    find: createFindClientDocument({ send, serviceName: "Harbor", now: () => clock.now }),
    calls,
    clock,
  };
}

describe("isDocumentUrl", () => {
  it("accepts https URLs with a path", () => {
    expect(isDocumentUrl(URL_1)).toBe(true);
    expect(isDocumentUrl("https://client.example:8443/c?v=1")).toBe(true);
  });

  it.each([
    "mcp_1",
    "http://client.example/client.json",
    "https://client.example",
    "https://client.example/",
    "https://client.example/a/../client.json",
    "https://client.example/client.json#a",
    "https://user@client.example/client.json",
    "https://CLIENT.example/client.json",
    `https://client.example/${"a".repeat(500)}`,
  ])("rejects %s", (id) => {
    expect(isDocumentUrl(id)).toBe(false);
  });
});

describe("createFindClientDocument", () => {
  it("fetches a document without redirects, at most 16 kB in 5 seconds", async () => {
    const { find, calls } = createDocuments({ body: DOCUMENT });
    expect(await find(URL_1)).toEqual({
      name: "Claude",
      redirectUris: ["https://client.example/callback"],
    });
    expect(calls[0]!.options).toMatchObject({ redirects: 0, maxBytes: 16_384, timeoutMs: 5_000 });
  });

  it("caches a document as long as its Cache-Control, between a minute and a day", async () => {
    const headers = { "cache-control": "max-age=7200" };
    const { find, calls, clock } = createDocuments({ body: DOCUMENT, headers });
    await find(URL_1);
    clock.now = 7_199_999;
    await find(URL_1);
    expect(calls.length).toBe(1);
    clock.now = 7_200_000;
    await find(URL_1);
    expect(calls.length).toBe(2);
  });

  it.each([
    ["an unreachable document", undefined, "unreachable"],
    ["a redirect", { status: 302, headers: { location: "https://evil.example/" } }, "status"],
    ["an error", { status: 404, body: DOCUMENT }, "status"],
    ["a page", { body: "<html>" }, "not_json"],
    ["a list", { body: [] }, "not_json"],
    [
      "another client's document",
      { body: { ...DOCUMENT, client_id: `${URL_1}2` } },
      "other_client",
    ],
    ["a document without redirect URIs", { body: { client_id: URL_1 } }, "invalid"],
  ] as const)("rejects %s, and doesn't cache that", async (_, response, rule) => {
    const { find, calls } = createDocuments(response);
    expect(await find(URL_1)).toMatchObject({ rule });
    await find(URL_1);
    expect(calls.length).toBe(2);
  });
});
