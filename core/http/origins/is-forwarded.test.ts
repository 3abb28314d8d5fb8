import { expect, it } from "vitest";
import { mayBeForwarded } from "./is-forwarded.ts";

const check = (host: string, headers: Record<string, string> = {}) =>
  mayBeForwarded({ headers: new Headers(headers) }, { host });

it.each(["localhost", "localhost:4100", "127.0.0.1:4100", "[::1]:4100"])(
  "takes a request to %s without forwarding headers for a local one",
  (host) => expect(check(host)).toBe(false),
);

it.each<[string, Record<string, string>]>([
  ["shop.example", {}],
  ["localhost.shop.example:4100", {}],
  ["localhost:4100", { "x-forwarded-for": "203.0.113.7" }],
  ["127.0.0.1:4100", { forwarded: "for=203.0.113.7" }],
  ["127.0.0.1:4100", { via: "1.1 proxy" }],
  ["127.0.0.1:4100", { "cf-connecting-ip": "203.0.113.7" }],
])("takes a request to %s with %o for a forwarded one", (host, headers) =>
  expect(check(host, headers)).toBe(true),
);
