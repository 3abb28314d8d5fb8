import { expect, it } from "vitest";
import { formatTimestamps } from "./timestamps.ts";

it("converts timestamps in objects, lists and maps", () =>
  expect(
    formatTimestamps(
      {
        start: "2026-01-02T03:04:05Z",
        name: "2026-01-02T03:04:05Z",
        filters: [{ from: "2026-01-02T03:04:05.250+01:00", to: null }],
        byKey: { a: { at: "2026-01-02T03:04:05Z" } },
        since: "2026-01-02T03:04:05Z",
        days: ["2026-01-02T00:00:00Z"],
      },
      {
        start: "unix",
        filters: { from: "unix", to: "unix" },
        byKey: { "*": { at: "unix" } },
        since: "http",
        days: "unix",
      },
    ),
  ).toEqual({
    start: 1767323045,
    name: "2026-01-02T03:04:05Z",
    filters: [{ from: 1767319445.25, to: null }],
    byKey: { a: { at: 1767323045 } },
    since: "Fri, 02 Jan 2026 03:04:05 GMT",
    days: [1767312000],
  }));

it("keeps numbers, and texts that aren't timestamps", () =>
  expect(formatTimestamps({ start: 7, end: "soon" }, { start: "unix", end: "unix" })).toEqual({
    start: 7,
    end: "soon",
  }));
