import { describe, expect, it } from "vitest";
import type { WireRequest } from "../compare.ts";
import { normalizeRequest } from "./equivalents.ts";
import type { Equivalents } from "./vendor-client.ts";

const FORM = "application/x-www-form-urlencoded";
const request = (changes: Partial<WireRequest>): WireRequest => ({
  method: "GET",
  url: "https://api.acme.io/notes",
  headers: {},
  body: "",
  ...changes,
});
const vendor: Equivalents = {};

describe("normalizeRequest", () => {
  it("keeps what isn't equivalent without a reason", async () => {
    const sent = request({ url: "https://api.acme.io/notes.json?a=1&a=2" });
    expect(await normalizeRequest(sent, vendor)).toEqual(sent);
  });

  it("reads parameters alike from a query, a form, JSON and multipart parts", async () => {
    const anyEncoding = "The documentation says so.";
    const data = new FormData();
    data.set("text", "a & b");
    data.set("tags", '["x"]');
    const multipart = new Response(data);
    const contentType = multipart.headers.get("content-type")!;
    const requests = [
      request({ url: "https://api.acme.io/notes?text=a+%26+b&tags=%5B%22x%22%5D" }),
      request({
        method: "POST",
        headers: { "content-type": FORM },
        body: "text=a+%26+b&tags=%5B%22x%22%5D",
      }),
      request({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"tags":["x"],"text":"a & b"}',
      }),
      request({
        method: "POST",
        headers: { "content-type": contentType },
        body: await multipart.text(),
      }),
    ];
    for (const sent of requests)
      expect(await normalizeRequest(sent, { ...vendor, anyEncoding })).toEqual({
        method: "POST",
        url: "https://api.acme.io/notes",
        headers: { "content-type": "application/json" },
        body: '{"tags":"[\\"x\\"]","text":"a & b"}',
      });
  });

  it("keeps the zeros of numbers in forms", async () => {
    const sent = request({
      method: "POST",
      headers: { "content-type": FORM },
      body: "ts=1735689600.000100",
    });
    const { body } = await normalizeRequest(sent, { ...vendor, anyEncoding: "Yes." });
    expect(body).toBe('{"ts":"1735689600.000100"}');
  });

  it("joins lists, and drops suffixes and parameters that have a reason", async () => {
    const sent = request({ url: "https://api.acme.io/notes.json?a=1&a=2&v=7" });
    const { url } = await normalizeRequest(sent, {
      ...vendor,
      commaLists: "The documentation has both.",
      jsonPaths: "The documentation has both.",
      ignoredParameters: { v: "The client's version." },
    });
    expect(url).toBe("https://api.acme.io/notes?a=1%2C2");
  });

  it("drops parameters that have a reason from JSON bodies, but not from their members", async () => {
    const sent = request({ method: "POST", body: '{"v":7,"note":{"v":8}}' });
    const { body } = await normalizeRequest(sent, {
      ...vendor,
      ignoredParameters: { v: "The client's version." },
    });
    expect(body).toBe('{"note":{"v":8}}');
  });

  it("writes the scheme of a token in one way", async () => {
    const sent = request({ headers: { authorization: "bearer abc" } });
    expect((await normalizeRequest(sent, vendor)).headers).toEqual({
      authorization: "Bearer abc",
    });
  });

  it("reduces GraphQL to the field and its arguments", async () => {
    const bodies = [
      {
        query: "query Get($id: ID!, $limit: Int) { boards(ids: [$id], limit: $limit) { name } }",
        variables: { id: "1" },
      },
      {
        query: "query ($ids: [ID!]!) {\n  boards(ids: $ids) {\n    id\n  }\n}",
        variables: { ids: ["1"] },
      },
    ];
    for (const body of bodies)
      expect((await normalizeRequest(request({ body: JSON.stringify(body) }), vendor)).body).toBe(
        '{"arguments":{"ids":["1"]},"field":"boards"}',
      );
    const nested = request({
      body: JSON.stringify({
        query:
          "query ($id: Int!, $q: Nrql!) { actor { account(id: $id) { nrql(query: $q) { x } } } }",
        variables: { id: 7, q: "SELECT 1" },
      }),
    });
    expect((await normalizeRequest(nested, vendor)).body).toBe(
      '{"arguments":{"account.id":7,"nrql.query":"SELECT 1"},"field":"actor.account.nrql"}',
    );
    const plain = request({ body: '{"query":{"field":"email"}}' });
    expect(await normalizeRequest(plain, vendor)).toEqual(plain);
  });
});
