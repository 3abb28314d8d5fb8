import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../core/site.ts";
import { clientKey, createClientKey, parseRange } from "./client-address.ts";

const findClientKey = createClientKey(
  ["10.0.0.0/8", "2001:db8:ffff::/48", "192.0.2.1"].map((text) => parseRange(text)!),
);
const createRequest = (peer: string | undefined, headers: Record<string, string> = {}) =>
  ({ peerAddress: () => peer, headers: new Headers(headers) }) as unknown as HttpRequest;

describe("clientKey()", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("maps %s to %s", (address, key) => expect(clientKey(address)).toBe(key));
});

describe("createClientKey()", () => {
  test("ignores forwarding headers without trusted proxies", () => {
    expect(
      createClientKey([])(
        createRequest("203.0.113.7", {
          "x-forwarded-for": "198.51.100.1",
          forwarded: "for=198.51.100.1",
        }),
      ),
    ).toBe("203.0.113.7");
  });

  test("ignores forwarding headers of an untrusted peer", () => {
    expect(findClientKey(createRequest("203.0.113.7", { "x-forwarded-for": "198.51.100.1" }))).toBe(
      "203.0.113.7",
    );
  });

  test.each([
    ["198.51.100.1", "198.51.100.1"],
    ["1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    ["1.1.1.1,198.51.100.1:4711,192.0.2.1", "198.51.100.1"],
    ["10.2.2.2, 10.3.3.3", "10.2.2.2"],
    ["2001:db8:1:2:3::9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2:3::9]:80, 2001:db8:ffff::1", "2001:db8:1:2::/64"],
    ["198.51.100.1, nonsense", "10.0.0.1"],
    ["198.51.100.1, unknown, 10.9.9.9", "10.9.9.9"],
    ["", "10.0.0.1"],
    ["10.0.0.300", "10.0.0.1"],
  ])("reads X-Forwarded-For: %s from the right", (header, key) => {
    expect(findClientKey(createRequest("10.0.0.1", { "x-forwarded-for": header }))).toBe(key);
  });

  test.each([
    ["for=198.51.100.1", "198.51.100.1"],
    ["for=1.1.1.1, For=198.51.100.1;proto=https;by=10.0.0.1", "198.51.100.1"],
    ['proto=https; for="[2001:db8:1:2::1]:4711"', "2001:db8:1:2::/64"],
    ['for="1.1.1.1, for=198.51.100.1', "198.51.100.1"],
    ["for=_hidden", "10.0.0.1"],
    ["proto=https", "10.0.0.1"],
  ])("reads Forwarded: %s", (header, key) =>
    expect(findClientKey(createRequest("10.0.0.1", { forwarded: header }))).toBe(key),
  );

  test("uses the client if both headers agree, otherwise the proxy", () => {
    expect(
      findClientKey(
        createRequest("10.0.0.1", { forwarded: "for=198.51.100.1", "x-forwarded-for": "1.1.1.1" }),
      ),
    ).toBe("10.0.0.1");
    expect(
      findClientKey(
        createRequest("10.0.0.1", {
          forwarded: "for=198.51.100.1",
          "x-forwarded-for": "198.51.100.1",
        }),
      ),
    ).toBe("198.51.100.1");
  });

  test("recognizes an IPv4 address in an IPv6 peer address", () => {
    expect(
      findClientKey(createRequest("::ffff:10.0.0.1", { "x-forwarded-for": "198.51.100.1" })),
    ).toBe("198.51.100.1");
  });

  test("uses one key for all requests without an address", () =>
    expect(findClientKey(createRequest(undefined))).toBe("unknown"));
});
