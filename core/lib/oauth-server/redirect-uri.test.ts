import { describe, expect, it } from "vitest";
import { isAllowedRedirectUri, isRegisteredRedirectUri } from "./redirect-uri.ts";

describe("isAllowedRedirectUri", () => {
  it.each([
    "https://client.example/callback?a=b",
    "http://127.0.0.1:33418/callback",
    "http://[::1]/callback",
    "http://localhost/",
  ])("allows %s", (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(true);
  });

  it.each([
    "http://client.example/callback",
    "http://localhost.client.example/",
    "cursor://callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://client.example/#fragment",
    "https://client.example/#",
    "https://user:password@client.example/",
    "https://client.example/\n",
    "https:\\\\client.example",
    "//client.example/",
    "/callback",
    `https://client.example/${"a".repeat(2000)}`,
    undefined,
  ])("rejects %s", (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(false);
  });
});

describe("isRegisteredRedirectUri", () => {
  it.each([
    ["https://client.example/callback", "https://client.example/callback", true],
    ["https://client.example/callback", "https://client.example/callback/", false],
    ["https://client.example/callback", "https://client.example/callback?x=1", false],
    ["https://client.example/callback", "https://client.example:8443/callback", false],
    ["https://client.example/callback", "https://client.example.evil.example/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:50123/callback", true],
    ["http://127.0.0.1:8080/callback", "http://127.0.0.1:50123/callback", true],
    ["http://[::1]/callback", "http://[::1]:50123/callback", true],
    ["http://localhost/callback", "http://localhost:50123/callback", true],
    ["http://localhost/callback", "http://127.0.0.1:50123/callback", false],
    ["http://127.0.0.1/callback", "http://127.0.0.1:50123/other", false],
    ["http://127.0.0.1/callback", "https://127.0.0.1:50123/callback", false],
    ["http://127.0.0.1/callback", "http://user@127.0.0.1:50123/callback", false],
  ])("compares %s with %s", (registered, uri, expected) => {
    expect(isRegisteredRedirectUri([registered], uri)).toBe(expected);
  });
});
