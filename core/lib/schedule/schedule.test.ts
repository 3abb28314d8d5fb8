import { describe, expect, it } from "vitest";
import { checkSchedule, dueInstants, nextInstant, type Schedule } from "./index.ts";

const at = (text: string) => Date.parse(text);
const next = (schedule: Schedule, after: string) => {
  const instant = nextInstant(schedule, at(after));
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

describe("checkSchedule", () => {
  const NOW = at("2026-11-23T10:00:00Z");

  it.each<[Schedule, string | undefined]>([
    [{ cron: "0 9 * * 1-5" }, undefined],
    [{ cron: "30 0 9 * * MON", timezone: "America/New_York" }, undefined],
    [{ every: 60 }, undefined],
    [{ at: "2026-12-24T17:00:00Z" }, undefined],
    [{}, "members"],
    [{ cron: "0 9 * * *", every: 60 }, "members"],
    [{ cron: "0 9 * *" }, "cron"],
    [{ cron: "* 0 9 * * *" }, "cron"],
    [{ cron: "*/5 0 9 * * *" }, "cron"],
    [{ cron: "61 9 * * *" }, "cron"],
    [{ cron: "0 9 * * *", timezone: "Mars/Olympus" }, "timezone"],
    [{ every: 59 }, "every"],
    [{ at: "soon" }, "at"],
    [{ at: "2020-01-01T00:00:00Z" }, "never"],
    [{ cron: "0 0 30 2 *" }, "never"],
  ])("checks %j", (schedule, rule) => {
    expect(checkSchedule(schedule, NOW)?.rule).toBe(rule);
  });
});

describe("nextInstant", () => {
  it.each([
    ["Europe/Berlin", "2026-03-29T00:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["America/New_York", "2026-03-08T05:30:00Z", "2026-03-08T07:00:00.000Z"],
    ["Australia/Sydney", "2026-10-03T15:30:00Z", "2026-10-03T16:00:00.000Z"],
    ["America/Santiago", "2026-09-05T22:00:00Z", "2026-09-06T05:30:00.000Z"],
  ])("fires once when a clock change in %s skips or moves 02:30", (timezone, after, expected) => {
    expect(next({ cron: "30 2 * * *", timezone }, after)).toBe(expected);
  });

  it.each([
    ["Europe/Berlin", "30 2 * * *", "2026-10-24T22:00:00Z"],
    ["America/New_York", "30 1 * * *", "2026-11-01T03:00:00Z"],
    ["Australia/Sydney", "30 2 * * *", "2026-04-04T13:00:00Z"],
    ["Asia/Kathmandu", "30 2 * * *", "2026-11-22T20:00:00Z"],
    ["Africa/Casablanca", "30 2 * * *", "2026-03-21T23:30:00Z"],
  ])("fires a fixed time in %s once on the day that has it twice", (timezone, cron, after) => {
    const schedule = { cron, timezone };
    const first = nextInstant(schedule, at(after))!;
    const second = nextInstant(schedule, first)!;
    expect(second - first).toBeGreaterThan(20 * 3_600_000);
  });

  it("anchors intervals, whatever the time of the question", () => {
    const schedule = { every: 90, anchor: at("2026-11-23T10:00:00Z") };
    expect(next(schedule, "2026-11-23T10:00:00Z")).toBe("2026-11-23T10:01:30.000Z");
    expect(next(schedule, "2026-11-23T10:01:29.999Z")).toBe("2026-11-23T10:01:30.000Z");
    expect(next(schedule, "2026-11-23T10:01:30Z")).toBe("2026-11-23T10:03:00.000Z");
    expect(next(schedule, "2026-11-23T08:00:00Z")).toBe("2026-11-23T10:01:30.000Z");
  });

  it("finds leap days, and ends a single time", () => {
    expect(next({ cron: "0 0 29 2 *" }, "2026-11-23T00:00:00Z")).toBe("2028-02-29T00:00:00.000Z");
    expect(next({ at: "2026-11-23T10:00:00Z" }, "2026-11-23T10:00:00Z")).toBeUndefined();
  });
});

describe("dueInstants", () => {
  const hourly: Schedule = { cron: "0 * * * *" };
  const due = at("2026-11-23T10:00:00Z");
  const times = (until: string, policy: "latest" | "skip" | "all", schedule = hourly) =>
    dueInstants(schedule, due, at(until), policy).instants.map((instant) =>
      new Date(instant).toISOString().slice(11, 16),
    );

  it("fires a time that has just come, with every policy", () => {
    for (const policy of ["latest", "skip", "all"] as const)
      expect(times("2026-11-23T10:00:05Z", policy)).toEqual(["10:00"]);
  });

  it("fires the latest, none or all of those that were missed", () => {
    expect(times("2026-11-23T12:30:00Z", "latest")).toEqual(["12:00"]);
    expect(times("2026-11-23T12:30:00Z", "skip")).toEqual([]);
    expect(times("2026-11-23T12:30:00Z", "all")).toEqual(["10:00", "11:00", "12:00"]);
  });

  it("has at most 100 times, the last ones", () => {
    const everyMinute = { every: 60, anchor: due - 60_000 };
    const { instants, hasGap } = dueInstants(everyMinute, due, due + 86_400_000, "all");
    expect([instants.length, hasGap]).toEqual([100, true]);
    expect(instants.at(-1)).toBe(due + 86_400_000);
  });

  it("fires nothing after the clock was set back, and nothing twice after that", () => {
    expect(times("2026-11-23T08:00:00Z", "all")).toEqual([]);
    expect(times("2026-11-23T09:59:59Z", "latest")).toEqual([]);
  });
});
