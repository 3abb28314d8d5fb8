import { describe, expect, it } from "vitest";
import { findSubscription, readResult, renderRequest, renderTemplate } from "./index.ts";

describe("renderTemplate", () => {
  const values = { url: "https://a.test/hooks/1", events: ["push"], active: false };

  it("keeps the type of a value that is the whole text", () => {
    expect(renderTemplate({ events: "${events}", active: "${active}" }, values)).toEqual({
      events: ["push"],
      active: false,
    });
  });

  it("puts values into texts, and leaves out members without one", () => {
    const template = { name: "Jackfield ${url}", secret: "${secret}", list: ["${url}"], size: 3 };
    expect(renderTemplate(template, values)).toEqual({
      name: "Jackfield https://a.test/hooks/1",
      list: ["https://a.test/hooks/1"],
      size: 3,
    });
  });

  it("doesn't render what values contain", () => {
    expect(renderTemplate("${a}", { a: "${b}", b: "secret" })).toBe("${b}");
    expect(renderTemplate("x${a}", { a: "${b}", b: "secret" })).toBe("x${b}");
  });
});

it("renders a request as a binding and arguments", () => {
  const request = {
    method: "POST" as const,
    path: "/repos/{owner}/hooks",
    query: { limit: "${limit}" },
    body: { config: { url: "${url}" } },
  };
  expect(renderRequest(request, { owner: "octocat", limit: 100, url: "https://a.test" })).toEqual({
    binding: {
      method: "POST",
      path: "/repos/{owner}/hooks",
      slots: [
        { argument: "owner", in: "path", name: "owner", style: "simple" },
        { argument: "query limit", in: "query", name: "limit", style: "form" },
        { argument: "body", in: "body", name: "body", style: "" },
      ],
      body: { type: "application/json", argument: "body" },
    },
    args: { owner: "octocat", "query limit": 100, body: { config: { url: "https://a.test" } } },
  });
});

it("reads IDs, secrets and ends of subscriptions", () => {
  const result = { id: "/id", secret: "/key", expires: "/end", values: { resource: "/resource" } };
  expect(readResult({ id: 7, key: "s", end: "1764000000000", resource: "r" }, result)).toEqual({
    id: "7",
    secret: "s",
    expires: 1_764_000_000_000,
    values: { resource: "r" },
  });
  expect(readResult({ end: "2026-11-30T00:00:00Z" }, result).expires).toBe(
    Date.parse("2026-11-30T00:00:00Z"),
  );
  expect(readResult("nothing", result)).toEqual({ values: { resource: undefined } });
});

it("finds the subscription of an address", () => {
  const list = { items: "", url: "/config/url", id: "/id" };
  const hooks = [
    { id: 1, config: { url: "https://b.test" } },
    { id: 2, config: { url: "https://a.test" } },
  ];
  expect(findSubscription(hooks, list, "https://a.test")).toBe("2");
  expect(findSubscription(hooks, list, "https://c.test")).toBeUndefined();
  expect(findSubscription({ error: "no" }, list, "https://a.test")).toBeUndefined();
});
