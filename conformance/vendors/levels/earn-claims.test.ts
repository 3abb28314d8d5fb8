import { expect, it } from "vitest";
import type { ToolResult } from "../tool-results.ts";
import { earnClaims } from "./earn-claims.ts";

const JUDGES = { packages: ["notes@1.2.3"], date: "2026-11-28" };
const difference = (kind: string) => ({ kind, client: "a", tool: "b" });

const claimsOf = (...results: Partial<ToolResult>[]) => [
  ...earnClaims(
    results.map((result) => ({ tool: "notes.list", differences: [], ...result })),
    JUDGES,
  ).values(),
];

it("takes the level from what was compared", () => {
  expect(claimsOf({})).toEqual(["matches_client notes@1.2.3"]);
  expect(claimsOf({ isEndpointOnly: true })).toEqual(["known_endpoint notes@1.2.3"]);
  expect(claimsOf({ source: "https://notes.example/docs" })).toEqual([
    "matches_example https://notes.example/docs 2026-11-28",
  ]);
  const file = "github:acme/notes-python@3d4de069ccfc5c93c3b8293327216a6ec822a6ee:notes/client.py";
  expect(claimsOf({ source: file })).toEqual([
    "matches_example https://github.com/acme/notes-python/tree/3d4de069cc 2026-11-28",
  ]);
  expect(claimsOf({ source: "npm:@acme/notes@2.3.0:dist/index.d.ts" })).toEqual([
    "known_endpoint @acme/notes@2.3.0",
  ]);
  expect(claimsOf({ differences: [difference("body")] })).toEqual(["refuted notes@1.2.3"]);
  expect(claimsOf({ skipped: "not in the client" })).toEqual([]);
});

it("never counts a judged difference as agreement", () => {
  const harmless = {
    tool: "bitly.create_bitlink",
    differences: [difference("header authorization")],
  };
  expect(claimsOf(harmless)).toEqual(["known_endpoint notes@1.2.3"]);
  const failing = { tool: "aws_mediapackagev2.list", differences: [difference("host")] };
  expect(claimsOf(failing)).toEqual(["refuted notes@1.2.3"]);
});

it("takes the lowest level of several comparisons, but no lower one because of the endpoint", () => {
  const refuted = { differences: [difference("query")] };
  expect(claimsOf({}, { isEndpointOnly: true })).toEqual(["matches_client notes@1.2.3"]);
  expect(claimsOf({ isEndpointOnly: true }, {})).toEqual(["matches_client notes@1.2.3"]);
  expect(claimsOf({}, refuted, {})).toEqual(["refuted notes@1.2.3"]);
  expect(claimsOf(refuted, { isEndpointOnly: true })).toEqual(["refuted notes@1.2.3"]);
});

it("names the client's version, and rejects results without a client among several", () => {
  expect(claimsOf({ client: "notes" })).toEqual(["matches_client notes@1.2.3"]);
  expect(() => claimsOf({ client: "other" })).toThrow("notes.list: the result doesn't name");
});
