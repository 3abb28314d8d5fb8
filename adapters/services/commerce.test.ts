import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { readSettings, type Settings, siteServiceSettings } from "../config/settings.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { type CommerceResources, openCommerce } from "./commerce.ts";

const site = { origin: "http://127.0.0.1:4100", name: "Shop", description: "", notOffered: [] };
const folder = mkdtempSync(join(tmpdir(), "jackfield-"));

let commerce: CommerceResources | undefined;
afterEach(async () => {
  await commerce?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openWith(environment: Record<string, string>): Promise<CommerceResources> {
  commerce = await openCommerce(
    siteServiceSettings(readSettings({ DATA_DIR: folder, ...environment }) as Settings)!,
    site,
    () => {},
    createOutbound(),
  );
  return commerce!;
}

describe("openCommerce()", () => {
  test("fetches UCP profiles from public addresses only if UCP_PROFILE_CHECK is on", async () => {
    const { profiles } = await openWith({ UCP_PROFILE_CHECK: "on" });
    await expect(profiles!.fetch("https://127.0.0.1/.well-known/ucp")).rejects.toMatchObject({
      code: expect.stringMatching(/^blocked_/),
    });
  });

  test("fetches no UCP profiles if UCP_PROFILE_CHECK is off", async () => {
    expect((await openWith({ UCP_PROFILE_CHECK: "off" })).profiles).toBeUndefined();
  });
});
