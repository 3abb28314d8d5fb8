import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatDifference, recordProcess } from "./process-records.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "jackfield-processes-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

/** A process that runs as long as the test. */
const OTHER = process.ppid;

const start = (variables: Record<string, string>, pid = process.pid) =>
  recordProcess({ dataFolder, variables, services: ["site", "platform"], pid });

describe("processes on one data folder", () => {
  it("are told which settings of another differ, and which process it is", () => {
    start({ PLATFORM_URL: "https://a.example", SECRETS_KEY: "c2VjcmV0" }, OTHER);
    const { differing } = start({ PLATFORM_URL: "https://b.example", PLATFORM_PORT: "4300" });
    expect(differing).toMatchObject([{ pid: OTHER, names: ["PLATFORM_URL", "SECRETS_KEY"] }]);
    expect(formatDifference(differing[0]!, "./data")).toMatch(
      /^Another Jackfield process uses \.\/data with other settings: PLATFORM_URL, SECRETS_KEY\. It is process \d+, started 20/,
    );
  });

  it("may differ in their ports and logs, and in settings of a service that one doesn't serve", () => {
    start({ SITE_PORT: "4100", LOG: "json" }, OTHER);
    expect(start({ SITE_PORT: "4101" }).differing).toEqual([]);
    const only = (service: "site" | "platform", variables: Record<string, string>, pid: number) =>
      recordProcess({ dataFolder, variables, services: [service], pid });
    rmSync(dataFolder, { recursive: true });
    only("site", { SITE_URL: "https://a.example" }, OTHER);
    expect(only("platform", { PLATFORM_URL: "https://b.example" }, process.pid).differing).toEqual(
      [],
    );
  });

  it("aren't compared with processes that have stopped or died", () => {
    start({ PLATFORM_URL: "https://a.example" }, OTHER).remove();
    // No system has this many processes.
    start({ PLATFORM_URL: "https://c.example" }, 2 ** 30);
    expect(start({ PLATFORM_URL: "https://b.example" }).differing).toEqual([]);
    expect(readdirSync(join(dataFolder, "processes"))).toHaveLength(1);
  });

  it("write no setting into the folder", () => {
    start({ SECRETS_KEY: "a-canary", DATABASE_URL: "postgres://me:canary@db/x" });
    const [name] = readdirSync(join(dataFolder, "processes"));
    expect(readFileSync(join(dataFolder, "processes", name!), "utf8")).not.toContain("canary");
  });
});
