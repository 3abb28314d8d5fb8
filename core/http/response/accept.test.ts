import { describe, expect, test } from "vitest";
import { negotiate, prefersHtml } from "./accept.ts";

const OFFERS = ["text/markdown", "text/plain", "application/json"] as const;

describe("negotiate()", () => {
  test.each([
    [null, "text/markdown"],
    ["", "text/markdown"],
    ["*/*", "text/markdown"],
    ["text/*", "text/markdown"],
    ["text/plain", "text/plain"],
    ["application/json", "application/json"],
    ["APPLICATION/JSON", "application/json"],
    ["application/json, text/plain, */*", "application/json"],
    ["text/plain, application/json", "text/plain"],
    ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "text/markdown"],
    ["text/markdown;q=0.5, application/json", "application/json"],
    ["text/markdown;q=0, */*", "text/plain"],
    ["text/*;q=0.3, text/plain;q=0.9, */*;q=0.1", "text/plain"],
    ["text/markdown; charset=utf-8", "text/markdown"],
    ["text/plain;q=1.5, application/json", "application/json"],
    ["image/png", undefined],
    ["text/markdown;q=0, text/plain;q=0, application/json;q=0.000", undefined],
    [",,;", undefined],
  ])("negotiates %j to %j", (accept, offer) => {
    expect(negotiate(accept, OFFERS)).toBe(offer);
  });
});

describe("prefersHtml()", () => {
  test.each([
    [null, false],
    ["*/*", false],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
    ["application/json, text/html;q=0.9", false],
    ["application/problem+json, text/html", false],
    ["text/markdown, text/html, */*", false],
    ["text/html, text/markdown;q=0.9", true],
  ])("for Accept %s returns %s", (accept, expected) => {
    expect(prefersHtml({ headers: { get: () => accept } })).toBe(expected);
  });
});
