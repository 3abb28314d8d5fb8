import { fileURLToPath } from "node:url";
import { surfaces } from "../../core/platform/pages/index.ts";
import { platformCases, platformExchanges } from "../cases/platform/index.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { createPlatformFixture } from "../fixtures/platform/platform.ts";
import { createPlatformContextLoader } from "../platform-context.ts";
import type { Service } from "./service.ts";
import { specs } from "./spec.ts";

/** The platform service. */
export const platform: Service = {
  ...specs.platform,
  cases: platformCases,
  bindings: {},
  exchanges: platformExchanges,
  surfaces,
  createContextLoader: createPlatformContextLoader,
  fixture: {
    description: "the fixture apps and keys",
    origin: "http://platform.localhost",
    program: fileURLToPath(new URL("../fixtures/platform/main.ts", import.meta.url)),
    key: KEYS.whole,
    create: createPlatformFixture,
  },
  async assertIsService({ url, send, key }) {
    const { status, text } = await send({
      path: "/api/v1/apps?limit=1",
      headers: { authorization: `Bearer ${key}` },
    });
    if (status === 200) return;
    const detail = /"detail":"([^"]*)"/.exec(text)?.[1];
    throw new Error(
      `${url}/api/v1/apps answers ${status}: ${status === 401 || status === 403 ? `${detail} PLATFORM_KEY is the key that is sent.` : "it is no platform of this interface, or not ready."}`,
    );
  },
};
