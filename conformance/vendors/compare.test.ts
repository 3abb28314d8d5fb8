import { describe, expect, it } from "vitest";
import { compareRequests, RULES, type WireRequest } from "./compare.ts";

const request = (overrides: Partial<WireRequest> = {}): WireRequest => ({
  method: "POST",
  url: "https://api.example.com/v1/notes",
  headers: { "content-type": "application/json" },
  body: '{"a":1}',
  ...overrides,
});

const compare = (
  client: Partial<WireRequest>,
  tool: Partial<WireRequest>,
  options?: Parameters<typeof compareRequests>[2],
) => compareRequests(request(client), request(tool), options);

const at = (path: string) => ({ url: `https://api.example.com${path}` });
const form = (body: string) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body,
});

describe("the rules", () => {
  it("each have a reason and a test below", () => {
    expect(Object.keys(RULES)).toEqual([
      "path segments",
      "trailing slash",
      "sorted pairs",
      "canonical JSON",
      "empty body",
      "generated tokens",
      "media type",
      "scheme",
      "boundary",
      "part headers",
    ]);
    for (const { reason } of Object.values(RULES)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  it("path segments: ignore needless encoding, and keep %2F", () => {
    expect(compare(at("/v1/a%40b%2e"), at("/v1/a@b."))).toEqual([]);
    expect(compare(at("/v1/a/b"), at("/v1/a%2Fb"))).toEqual([
      { kind: "path", client: "/v1/a/b", tool: "/v1/a%2Fb" },
    ]);
  });

  it("trailing slash: ignore it at the end", () => {
    expect(compare(at("/v1/a/"), at("/v1/a"))).toEqual([]);
    expect(compare(at("/v1//a"), at("/v1/a"))).toHaveLength(1);
  });

  it("sorted pairs: ignore the order of names, and keep that of values", () => {
    expect(compare(at("/?b=2&a=1+x"), at("/?a=1%20x&b=2"))).toEqual([]);
    expect(compare(form("b=2&a=1"), form("a=1&b=2"))).toEqual([]);
    expect(compare(at("/?a=1&a=2"), at("/?a=2&a=1"))).toEqual([
      { kind: "query", client: "a=1&a=2", tool: "a=2&a=1" },
    ]);
    expect(compare(at("/?a=1&b=2"), at("/?a=1&c=3"))).toEqual([
      { kind: "query", client: "b=2", tool: "c=3" },
    ]);
    expect(compare(at("/?a=1&a=1"), at("/?a=1"))).toHaveLength(1);
  });

  it("canonical JSON: ignore the order of members, and keep that of items", () => {
    expect(compare({ body: '{ "b": {"d":1,"c":2} }' }, { body: '{"b":{"c":2,"d":1}}' })).toEqual(
      [],
    );
    expect(compare({ body: "[1,2]" }, { body: "[2,1]" })).toHaveLength(1);
    expect(compare({ body: '{"a":"1"}' }, { body: '{"a":1}' })).toHaveLength(1);
  });

  it("empty body: means {} unless the service needs a body", () => {
    expect(compare({ body: "" }, { body: "{}" })).toEqual([]);
    expect(compare({ body: "" }, { body: "{}" }, { needsBody: true })).toHaveLength(1);
    expect(compare({ body: "" }, { body: '{"a":1}' })).toHaveLength(1);
  });

  it("generated tokens: ignore those that only the client sends", () => {
    const token = "0b8a4f6e-1c55-4d0b-9a6e-2f3d5c7b9a10";
    expect(compare({ body: `{"a":1,"token":"${token}"}` }, {})).toEqual([]);
    expect(
      compare({ body: `{"a":1,"token":"${token}"}` }, { body: '{"a":1,"token":"x"}' }),
    ).toHaveLength(1);
    expect(compare({}, { body: `{"a":1,"token":"${token}"}` })).toHaveLength(1);
    expect(compare(at(`/?token=${token}`), at("/"))).toEqual([]);
    expect(compare(at("/"), at(`/?token=${token}`))).toHaveLength(1);
  });

  it("media type: ignore the charset, and which type of XML it is", () => {
    const type = (value: string) => ({ headers: { "content-type": value } });
    expect(compare(type("application/json; charset=UTF-8"), type("application/json"))).toEqual([]);
    expect(compare(type("text/xml"), type("application/xml"))).toEqual([]);
    expect(compare(type("application/x-amz-json-1.0"), type("application/json"))).toEqual([
      {
        kind: "content type",
        client: "application/x-amz-json-1.0",
        tool: "application/json",
      },
    ]);
  });

  it("scheme: ignore the case of its name", () => {
    const signed = (authorization: string) => ({ headers: { authorization } });
    expect(compare(signed("bearer a.B"), signed("Bearer a.B"))).toEqual([]);
    expect(compare(signed("token a.B"), signed("Bearer a.B"))).toHaveLength(1);
    expect(compare(signed("Bearer a.b"), signed("Bearer a.B"))).toHaveLength(1);
    expect(compare(signed("Secret"), signed("secret"))).toHaveLength(1);
  });

  it("boundary: ignore the boundary of a multipart body", () => {
    const multipart = (boundary: string, text: string) => ({
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\n\r\n${text}\r\n--${boundary}--\r\n`,
    });
    expect(compare(multipart("x1", "a"), multipart("y2", "a"))).toEqual([]);
    expect(compare(multipart("x1", "a"), multipart("x1", "b"))).toHaveLength(1);
  });

  it("part headers: ignore the case of their names", () => {
    const multipart = (header: string) => ({
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: `--x\r\n${header}; name="a"\r\n\r\nb\r\n--x--\r\n`,
    });
    const lower = multipart("content-disposition: form-data");
    expect(compare(multipart("Content-Disposition: form-data"), lower)).toEqual([]);
    expect(compare(multipart("Content-Disposition: Form-data"), lower)).toHaveLength(1);
  });
});

describe("compareRequests", () => {
  it("reports the host, the method and headers", () => {
    expect(
      compare(
        { url: "https://eu.example.com/", method: "PUT", headers: { version: "2" } },
        { url: "https://us.example.com/", headers: { version: "1", agent: "x" } },
        { ignoredHeaders: /^agent$/ },
      ),
    ).toEqual([
      { kind: "host", client: "eu.example.com", tool: "us.example.com" },
      { kind: "method", client: "PUT", tool: "POST" },
      { kind: "header version", client: "2", tool: "1" },
    ]);
  });

  it("ignores query parameters by name", () => {
    expect(compare(at("/?a=1"), at("/?a=1&key=x"), { ignoredQuery: /^key$/ })).toEqual([]);
    expect(compare(at("/?a=1"), at("/?a=1&keys=x"), { ignoredQuery: /^key$/ })).toHaveLength(1);
  });
});
