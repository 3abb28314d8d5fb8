import { expect, test } from "vitest";
import { createRequestContext } from "./request-context.ts";

test.each([
  ["http://a.example/b?c=d", "a.example", "/b", "c=d"],
  ["http://a.example:80/b", "a.example:80", "/b", ""],
  ["http://a.example/b?", "a.example", "/b", ""],
  ["http://a.example", "a.example", "/", ""],
  ["http://a.example#/b", "a.example", "/", ""],
  ["http://a.example/b?c=/d?e", "a.example", "/b", "c=/d?e"],
  ["http://a.example/b#c?d", "a.example", "/b", ""],
  ["http://[::1]:80/b//c", "[::1]:80", "/b//c", ""],
])("createRequestContext() parses %s", (url, host, path, query) => {
  expect(createRequestContext(url, "1")).toMatchObject({ id: "1", host, path, query });
});
