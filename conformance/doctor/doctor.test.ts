import { describe, expect, test } from "vitest";
import { checkRuntime } from "../../adapters/doctor/runtime.ts";
import { describeOnRuntimes, runToEnd } from "../fixtures/program.ts";
import { findFreePort, isListening, runDoctor } from "./run-doctor.ts";

describe("checkSettings()", () => {
  test("reports no problem without settings", async () => {
    const { code, output } = await runDoctor({ SITE_PORT: String(await findFreePort()) });
    expect(output).toMatch(
      /ok +The demo shop has \d\d pages\.\nok +Agents can read 3 sample pages\./,
    );
    expect(output).toMatch(/\nNo problems\.$/);
    expect(code).toBe(0);
  });

  test("reports every invalid setting, and variables whose names resemble one", async () => {
    const { code, output } = await runDoctor({
      SITE_PORT: "high",
      SITE_PROT: "1",
      LOG: "loud",
      RATE_LIMITS: "60/60",
      SITE_CONTENT: "/no/such/folder",
    });
    expect(output).toContain('problem  SITE_CONTENT is "/no/such/folder", which is not a folder.');
    expect(output).toContain(`problem  SITE_PORT is "high", but must be`);
    expect(output).toContain("problem  SITE_PROT is not a setting.");
    expect(output).toContain(`problem  LOG is "loud", but must be`);
    expect(output).toContain(
      "note     RATE_LIMITS is not a setting.\n         → If it is for Jackfield, rename it to RATE_LIMIT.",
    );
    expect(output).toContain("4 problems, 1 note.");
    expect(code).toBe(1);
  });

  test("prints no secrets", async () => {
    const { output } = await runDoctor({
      SITE_URL: "https://me:secret@shop.example/",
      SITE_CONTENT: `http://127.0.0.1:${await findFreePort()}/sitemap.xml?key=secret`,
    });
    expect(output).toContain(
      `SITE_URL is "https://…@shop.example/", but must be an origin without a path`,
    );
    expect(output).toContain("127.0.0.1 can't be reached (ECONNREFUSED)");
    expect(output).not.toContain("secret");
  });
});

test("reports an old version of Node as a problem", () => {
  expect(checkRuntime("Node 20.1.0", "20.1.0")).toMatchObject([{ level: "problem" }]);
  expect(checkRuntime("Bun 1.4.5", "20.1.0")).toMatchObject([{ level: "ok" }]);
});

describeOnRuntimes("npm run doctor", (runtime, test) => {
  test("prints its findings, exits and leaves nothing listening", async () => {
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const healthy = runToEnd(runtime, ["doctor"], { SITE_PORT: String(port), SITE_URL: url });
    expect([healthy.status, healthy.error]).toEqual([0, ""]);
    expect(healthy.out).toContain("which leads to this server.");
    expect(await isListening(port)).toBe(false);
    expect(runToEnd(runtime, ["doctor"], { SITE_CONTENT: url, SITE_PORT: "0" })).toMatchObject({
      status: 1,
      out: expect.stringContaining("1 problem, 0 notes."),
    });
  });
});
