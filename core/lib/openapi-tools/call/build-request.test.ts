import { describe, expect, it } from "vitest";
import type { HttpBinding } from "../tool-record.ts";
import { catchInputError, createApp, requestFor } from "./testing.ts";

describe("the URL", () => {
  it("is the base URL with the path, the query and encoded arguments", async () => {
    const { url } = await requestFor(
      {
        path: "/repos/{owner}/{repo}",
        slots: [
          { argument: "owner", in: "path", name: "owner", style: "simple" },
          { argument: "repo", in: "path", name: "repo", style: "simple" },
          { argument: "q", in: "query", name: "search", style: "form" },
        ],
        fixed: [{ in: "query", name: "api-version", value: "7" }],
      },
      { owner: "a/b", repo: "c d", q: "ü&x=1" },
    );
    expect(url).toBe(
      "https://api.desk.example/v1/repos/a%2Fb/c%20d?api-version=7&search=%C3%BC%26x%3D1",
    );
  });

  it.each(["", ".", ".."])("rejects the path argument %j", async (owner) => {
    expect(
      await catchInputError(
        requestFor(
          {
            path: "/repos/{owner}/x",
            slots: [{ argument: "owner", in: "path", name: "owner", style: "simple" }],
          },
          { owner },
        ),
      ),
    ).toEqual({ pointer: "/args/owner", rule: "path" });
  });

  it.each([
    "../../admin",
    "..\\admin",
    "%2e%2e",
    "a/../../b",
    "?x=1",
    "#f",
    "//evil.example",
    "@evil.example",
    "\u2025",
    "..;/",
  ])("stays within the tool's path with the argument %j", async (owner) => {
    const { url } = await requestFor(
      {
        path: "/repos/{owner}/x",
        slots: [{ argument: "owner", in: "path", name: "owner", style: "simple" }],
      },
      { owner },
    );
    expect(url).toMatch(/^https:\/\/api\.desk\.example\/v1\/repos\/[^/]+\/x$/);
  });

  it("keeps the slashes of a parameter of the style reserved", async () => {
    const binding = {
      path: "/tags/{arn}",
      slots: [{ argument: "arn", in: "path", name: "arn", style: "reserved" }] as const,
    };
    const { url } = await requestFor(binding, { arn: "arn:x:app/a b/1?c" });
    expect(url).toBe("https://api.desk.example/v1/tags/arn%3Ax%3Aapp/a%20b/1%3Fc");
    for (const arn of ["a/../../b", "../b", "a/..", "."])
      expect(await catchInputError(requestFor(binding, { arn }))).toMatchObject({ rule: "path" });
  });

  it("has the host prefix of the tool, with an argument as a label", async () => {
    const binding = {
      hostPrefix: "{account}.",
      slots: [{ argument: "account", in: "header", name: "account", style: "simple" }] as const,
    };
    const { url } = await requestFor(binding, { account: "123456789012" });
    expect(url).toBe("https://123456789012.api.desk.example/v1/");
    for (const account of ["evil.example/", "a.b", "a@b", "-", "", "a:1"])
      expect(await catchInputError(requestFor(binding, { account }))).toEqual({
        pointer: "/args/account",
        rule: "host",
      });
  });

  it("rejects a dot segment formed by the path and an argument together", async () => {
    expect(
      await catchInputError(
        requestFor(
          {
            path: "/repos/.{owner}/x",
            slots: [{ argument: "owner", in: "path", name: "owner", style: "simple" }],
          },
          { owner: "." },
        ),
      ),
    ).toEqual({ pointer: "/args/owner", rule: "path" });
  });
});

describe("headers", () => {
  it.each(["a\r\nx-evil: 1", "a\nb", "a\0b", "ü😀"])("reject the value %j", async (value) => {
    expect(
      await catchInputError(
        requestFor(
          { slots: [{ argument: "note", in: "header", name: "X-Note", style: "simple" }] },
          { note: value },
        ),
      ),
    ).toEqual({ pointer: "/args/note", rule: "header_text" });
  });

  it("include the fixed headers of the app and of the tool", async () => {
    const record = createApp("https://api.desk.example", {
      headers: { "Notion-Version": "2022-06-28" },
    });
    expect(
      (
        await requestFor(
          { fixed: [{ in: "header", name: "X-Amz-Target", value: "List" }] },
          {},
          { record },
        )
      ).headers,
    ).toMatchObject({ "notion-version": "2022-06-28", "x-amz-target": "List" });
  });

  it("double the quotes of a string in a path", async () =>
    expect(
      (
        await requestFor(
          {
            path: "/search(q='{query}')/{id}",
            slots: [
              { argument: "query", in: "path", name: "query", style: "simple" },
              { argument: "id", in: "path", name: "id", style: "simple" },
            ],
          },
          { query: "Ada's plan", id: "a'b" },
        )
      ).url,
    ).toBe("https://api.desk.example/v1/search(q='Ada''s%20plan')/a'b"));

  it.each([
    [{}, "part=snippet"],
    [{ part: null }, "part=snippet"],
    [{ part: "status" }, "part=status"],
  ])("include a fixed parameter unless an argument replaces it: %j", async (args, query) =>
    expect(
      (
        await requestFor(
          {
            fixed: [{ in: "query", name: "part", value: "snippet" }],
            slots: [{ argument: "part", in: "query", name: "part", style: "form" }],
          },
          args,
        )
      ).url,
    ).toBe(`https://api.desk.example/v1/?${query}`),
  );

  it("include an idempotency key if the tool declares one", async () => {
    const declared: Partial<HttpBinding> = {
      method: "POST",
      slots: [
        { argument: "Idempotency-Key", in: "header", name: "Idempotency-Key", style: "simple" },
      ],
    };
    expect(await requestFor(declared)).toMatchObject({
      isIdempotent: true,
      headers: { "idempotency-key": "run_1" },
    });
    expect(
      (await requestFor(declared, { "Idempotency-Key": "mine" })).headers["idempotency-key"],
    ).toBe("mine");
    expect((await requestFor({ method: "POST" })).isIdempotent).toBe(false);
  });
});
