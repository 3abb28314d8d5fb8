import { mkdtempSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runDoctor } from "./run-doctor.ts";

describe("checkPlatform()", () => {
  const empty = mkdtempSync(join(tmpdir(), "jackfield-doctor-"));
  const runPlatformDoctor = async (environment: Record<string, string> = {}) =>
    runDoctor({
      SITE: "off",
      PLATFORM: "on",
      PLATFORM_PORT: "0",
      CATALOG_DIR: join(empty, "catalog"),
      DATA_DIR: join(empty, "data"),
      ...environment,
    });

  test("checks only the platform if the site is off, and creates no files", async () => {
    const { output, code } = await runPlatformDoctor();
    expect(code).toBe(0);
    expect(output).toContain("The platform uses a free port on 127.0.0.1 at each start.");
    expect(output).toContain(`${join(empty, "catalog")} has no app catalog yet.`);
    expect(output).toContain("The platform has no active API keys.");
    expect(output).not.toContain("The demo shop has");
    expect(readdirSync(empty)).toEqual([]);
  });

  test("reports invalid settings", async () => {
    expect(
      (await runPlatformDoctor({ PLATFORM_PORT: "high", PLATFORM_PROT: "1" })).output,
    ).toContain("PLATFORM_PROT is not a setting.");
    expect((await runPlatformDoctor({ SITE: "off", PLATFORM: "off" })).output).toContain(
      "SITE and PLATFORM are both off, so there is nothing to serve.",
    );
    expect((await runPlatformDoctor({ PLATFORM_HOST: "192.0.2.1" })).output).toContain(
      'PLATFORM_HOST is "192.0.2.1", which is not an address of this machine.',
    );
  });

  test("reports risky settings of a public platform", async () => {
    const { output } = await runPlatformDoctor({
      PLATFORM_URL: "http://apps.example",
      RATE_LIMIT_UNAUTHENTICATED: "off",
      RATE_LIMIT_KEYS: "off",
    });
    for (const message of [
      "API keys are sent unencrypted",
      "RATE_LIMIT_UNAUTHENTICATED is off",
      "RATE_LIMIT_KEYS is off",
    ])
      expect(output).toContain(message);
  });

  test("reports a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect((await runPlatformDoctor({ PLATFORM_PORT: String(port) })).output).toContain(
      `Port ${port} on 127.0.0.1 is already in use.`,
    );
    await new Promise((resolve) => server.close(resolve));
  });
});
