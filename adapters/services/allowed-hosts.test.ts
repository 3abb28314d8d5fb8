import { describe, expect, test } from "vitest";
import { createHostCheck, createOriginCheck, toOrigins } from "./allowed-hosts.ts";

describe("createHostCheck()", () => {
  const allows = createHostCheck("https://shop.example", ["Other.example:8080"]);
  test.each(["shop.example", "other.example:8080", "localhost:4100", "127.0.0.1", "[::1]:4100"])(
    "accepts %s",
    (host) => {
      expect(allows(host)).toBe(true);
    },
  );
  test.each([
    "evil.example",
    "shop.example.evil.example",
    "other.example",
    "",
    "127.0.0.1.evil.example",
  ])("rejects %s", (host) => {
    expect(allows(host)).toBe(false);
  });
});

describe("toOrigins()", () => {
  test("adds no TLS on loopback and on the port on which Jackfield listens", () => {
    const urls = { publicOrigin: "https://shop.example", listeningUrl: "http://127.0.0.1:4200" };
    const hosts = ["Other.example", "internal:4200", "localhost:8080", "other.example:8443"];
    expect(toOrigins(hosts, urls)).toEqual([
      "https://other.example",
      "http://internal:4200",
      "http://localhost:8080",
      "https://other.example:8443",
    ]);
  });
});

describe("createOriginCheck()", () => {
  test("accepts the site's own origin and the given origins", () => {
    const allows = createOriginCheck("https://shop.example", ["https://app.example"]);
    expect(
      [
        "https://shop.example",
        "https://app.example",
        "http://shop.example",
        "http://localhost:6274",
        "null",
      ].map(allows),
    ).toEqual([true, true, false, false, false]);
  });
  test("accepts every loopback origin if the site is on loopback", () => {
    const allows = createOriginCheck("http://127.0.0.1:4100", []);
    expect(["http://localhost:6274", "http://evil.example"].map(allows)).toEqual([true, false]);
  });
  test("accepts every origin for *", () => {
    expect(createOriginCheck("https://shop.example", ["*"])("https://any.example")).toBe(true);
  });
});
