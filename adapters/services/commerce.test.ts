import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
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

async function openWith(
  environment: Record<string, string>,
  origin = site.origin,
): Promise<CommerceResources> {
  commerce = await openCommerce(
    siteServiceSettings(readSettings({ DATA_DIR: folder, ...environment }) as Settings)!,
    { ...site, origin },
    () => {},
    createOutbound(),
  );
  return commerce!;
}

describe("openCommerce()", () => {
  test.each([
    [{ SITE_HOST: "0.0.0.0" }, site.origin],
    [{ SITE_HOST: "127.0.0.1" }, "https://shop.example"],
    [{ SITE_HOSTS: "shop.example" }, site.origin],
    [{ TRUSTED_PROXIES: "127.0.0.1" }, site.origin],
  ])("fetches UCP profiles from public addresses only, with %o at %s", async (host, origin) => {
    const environment = { UCP_PROFILE_CHECK: "on", ...host };
    const { profiles, localProfiles } = await openWith(environment, origin);
    expect(localProfiles).toBeUndefined();
    await expect(profiles!.fetch("https://127.0.0.1/.well-known/ucp")).rejects.toMatchObject({
      code: expect.stringMatching(/^blocked_/),
    });
  });

  test("fetches UCP profiles from this machine if only programs on it reach the service", async () => {
    const { profiles, localProfiles } = await openWith({ UCP_PROFILE_CHECK: "on" });
    const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const response = await localProfiles!.fetch(`http://localhost:${port}/agent.json`);
    expect(await response.text()).toBe("{}");
    server.close();
    for (const fetching of [
      localProfiles!.fetch("http://10.0.0.1/agent.json"),
      profiles!.fetch(`http://127.0.0.1:${port}/agent.json`),
    ])
      await expect(fetching).rejects.toMatchObject({ code: expect.stringMatching(/^blocked_/) });
  });

  test("fetches no UCP profiles if UCP_PROFILE_CHECK is off", async () => {
    expect((await openWith({ UCP_PROFILE_CHECK: "off" })).profiles).toBeUndefined();
  });
});
