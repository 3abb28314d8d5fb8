import { expect, it } from "vitest";
import { createValidator } from "./validator.ts";

const isValid = (format: string, value: unknown) => createValidator({ format })(value).length === 0;

it.each([
  ["date", "2027-01-31"],
  ["date", "2028-02-29"],
  ["date", "2027-01-31T09:30:00Z"],
  ["date", "20270131"],
  ["date-time", "2027-01-31T09:30:00+02:00"],
  ["date-time", "2027-01-31 09:30"],
  ["date-time", "1769850600"],
  ["date-time", ""],
  ["date-time", "now"],
  ["email", "ada@example.com"],
  ["email", "Ada Lovelace <ada@example.com>"],
  ["email", "ada@localhost"],
  ["uri", "https://example.com/a?b=c"],
  ["uri", "example.com"],
  ["uri", "/path"],
  ["uuid", "123e4567-e89b-12d3-a456-426614174000"],
  ["uuid", "123E4567E89B12D3A456426614174000"],
  ["ipv4", "192.0.2.1"],
  ["ipv4", "192.0.2.0/24"],
  ["ipv6", "::1"],
  ["ipv6", "2001:db8::/32"],
  ["password", "anything"],
  ["date", 5],
])("the format %s accepts %j", (format, value) => {
  expect(isValid(format, value)).toBe(true);
});

it.each([
  ["date", "tomorrow"],
  ["date", "2027-02-30"],
  ["date", "2027-13-01"],
  ["date-time", "next week"],
  ["date-time", "2027-00-10T09:30:00Z"],
  ["email", "ada"],
  ["email", "@example.com"],
  ["email", "ada@"],
  ["uri", "not a link"],
  ["uuid", "42"],
  ["ipv4", "192.0.2.256"],
  ["ipv4", "example.com"],
  ["ipv6", "192.0.2.1"],
])("the format %s rejects %j", (format, value) => {
  expect(isValid(format, value)).toBe(false);
});

it("doesn't apply to a default or a choice that the schema lists", () => {
  const format = "uuid";
  expect(createValidator({ format, default: "{generated}" })("{generated}")).toEqual([]);
  expect(createValidator({ format, enum: ["self"] })("self")).toEqual([]);
});
