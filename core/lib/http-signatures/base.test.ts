import { describe, expect, test } from "vitest";
import { type SignableMessage, signatureBase } from "./base.ts";
import { type InnerList, readDictionary } from "./fields.ts";

const createMessage = (
  targetUri: string,
  fields: Record<string, string> = {},
): SignableMessage => ({
  method: "GET",
  targetUri,
  field: (name) => fields[name] ?? null,
});
const buildBase = (request: SignableMessage, components: string) =>
  signatureBase(request, readDictionary(`sig=(${components})`)!.get("sig") as InnerList);
/** Returns the value of a single component, or the reason why it has none. */
const componentValue = (request: SignableMessage, component: string) => {
  const result = buildBase(request, component);
  return "reason" in result
    ? result.reason
    : result.base.split("\n")[0]!.slice(component.length + 2);
};

describe("derived components", () => {
  test.each([
    ["https://www.Example.com:443/path?param=value", '"@authority"', "www.example.com"],
    ["http://example.com:80/", '"@authority"', "example.com"],
    ["http://example.com:8080", '"@authority"', "example.com:8080"],
    ["https://[2001:db8::1]:8443/a", '"@authority"', "[2001:db8::1]:8443"],
    ["https://example.com/a?b", '"@target-uri"', "https://example.com/a?b"],
    ["https://example.com/a?b", '"@scheme"', "https"],
    ["https://example.com/a?b", '"@method"', "GET"],
    ["https://example.com/a%2Fb/?c=/d", '"@path"', "/a%2Fb/"],
    ["https://example.com?c", '"@path"', "/"],
    [
      "https://example.com/path?param=value&foo=bar&baz=bat%2Dman",
      '"@query"',
      "?param=value&foo=bar&baz=bat%2Dman",
    ],
    ["https://example.com/path?", '"@query"', "?"],
    ["https://example.com/path", '"@query"', "?"],
    ["https://example.com/a?b", '"@request-target"', "/a?b"],
    ["https://example.com/a", '"@request-target"', "/a"],
    [
      "https://example.com/?param=value&foo=bar&baz=batman&qux=",
      '"@query-param";name="baz"',
      "batman",
    ],
    ["https://example.com/?param=value&foo=bar&baz=batman&qux=", '"@query-param";name="qux"', ""],
    [
      "https://example.com/?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace",
      '"@query-param";name="var"',
      "this%20is%20a%20big%0Amultiline%20value",
    ],
    [
      "https://example.com/?bar=with+plus+whitespace",
      '"@query-param";name="bar"',
      "with%20plus%20whitespace",
    ],
    [
      "https://example.com/?fa%C3%A7ade%22%3A%20=something",
      '"@query-param";name="fa%C3%A7ade%22%3A%20"',
      "something",
    ],
    ["https://example.com/?a=1&a=2", '"@query-param";name="a"', "unsupported"],
    ["https://example.com/?a=1", '"@query-param";name="b"', "missing"],
    ["https://example.com/?a=1", '"@query-param"', "unsupported"],
    ["https://example.com/", '"@status"', "missing"],
    ["https://example.com/", '"@tomorrow"', "unsupported"],
    ["https://example.com/", '"@method";key="a"', "unsupported"],
    ["https://example.com/", '"@method";req', "unsupported"],
  ])("for %s, %s is %j", (uri, component, value) =>
    expect(componentValue(createMessage(uri), component)).toBe(value),
  );
});

describe("field components", () => {
  const request = createMessage("https://example.com/", {
    plain: "  a value \t",
    folded: "one\r\n  two",
    list: "a, b",
    empty: "",
    dictionary: "a=1, b=2;x=1;y=2, c=(a   b    c), d, e=?1, f;g",
    priority: " u=1,i",
    ratelimit: '"client";r=1,"agent";r=2',
    "sec-gpc": "?1",
    "content-digest": "not; a, dictionary ==",
  });
  test.each([
    ['"plain"', "a value"],
    ['"folded"', "one two"],
    ['"list"', "a, b"],
    ['"empty"', ""],
    ['"dictionary";key="a"', "1"],
    ['"dictionary";key="b"', "2;x=1;y=2"],
    ['"dictionary";key="c"', "(a b c)"],
    ['"dictionary";key="d"', "?1"],
    ['"dictionary";key="f"', "?1;g"],
    ['"dictionary";key="z"', "missing"],
    ['"plain";key="a"', "missing"],
    ['"absent"', "missing"],
    ['"plain";bs', ":YSB2YWx1ZQ==:"],
    ['"list";bs', "unsupported"],
    ['"priority";sf', "u=1, i"],
    ['"ratelimit";sf', '"client";r=1, "agent";r=2'],
    ['"sec-gpc";sf', "?1"],
    ['"content-digest";sf', "unsupported"],
    ['"plain";tr', "unsupported"],
    ['"plain";sf', "unsupported"],
    ['"Plain"', "unsupported"],
    ["token", "unsupported"],
  ])("%s is %j", (component, value) => expect(componentValue(request, component)).toBe(value));

  test("may each be covered only once", () => {
    expect(buildBase(request, '"plain" "plain"')).toEqual({
      reason: "repeated",
      component: '"plain"',
    });
    expect(buildBase(request, '"dictionary";key="a" "dictionary";key="b"')).not.toHaveProperty(
      "fault",
    );
  });
});

test("the base of a response can cover components of the request", () => {
  const response: SignableMessage = {
    status: 200,
    field: (name) => (name === "content-type" ? "text/plain" : null),
    request: createMessage("https://example.com/a", { "x-a": "asked" }),
  };
  expect(buildBase(response, '"@status" "@authority";req "x-a";req "content-type"')).toEqual({
    base: '"@status": 200\n"@authority";req: example.com\n"x-a";req: asked\n"content-type": text/plain\n"@signature-params": ("@status" "@authority";req "x-a";req "content-type")',
  });
});
