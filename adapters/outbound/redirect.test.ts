import { expect, it } from "vitest";
import { followRedirect, isRedirect } from "./redirect.ts";
import { parseTarget } from "./target.ts";

const hop = (url: string, headers: Record<string, string> = {}) => ({
  target: parseTarget(url),
  method: "GET",
  headers,
});

it("resolves a Location against the redirecting URL", () => {
  const next = followRedirect(hop("https://shop.test/a/b?c"), {
    statusCode: 302,
    rawHeaders: ["LOCATION", "../d#e"],
  });
  expect(next.target.url.href).toBe("https://shop.test/d");
});

it("keeps a credential for the same origin and drops it for another port", () => {
  const from = hop("https://shop.test/", { authorization: "x", accept: "a/b" });
  expect(followRedirect(from, { statusCode: 302, rawHeaders: ["location", "/x"] }).headers).toEqual(
    {
      authorization: "x",
      accept: "a/b",
    },
  );
  expect(
    followRedirect(from, { statusCode: 302, rawHeaders: ["location", "https://shop.test:8443/"] })
      .headers,
  ).toEqual({ accept: "a/b" });
});

it("reads Location from header names, never from header values", () => {
  expect(isRedirect({ statusCode: 302, rawHeaders: ["x-a", "location"] })).toBe(false);
  expect(isRedirect({ statusCode: 304, rawHeaders: ["location", "/"] })).toBe(false);
});
