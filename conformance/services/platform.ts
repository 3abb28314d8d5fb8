import { surfaces } from "../../core/platform/pages/index.ts";
import { type Call, type Output, type PlatformContext, skip } from "../case.ts";
import { platformCases, platformExchanges } from "../cases/platform/index.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { createPlatformFixture } from "../fixtures/platform/platform.ts";
import type { Target } from "../targets/target.ts";
import type { Service } from "./service.ts";
import { specs } from "./service.ts";

/** Learns about the platform under test from its own lists, for any deployment and catalog. */
export function createPlatformContextLoader(
  call: Call,
  target: Target,
): () => Promise<PlatformContext> {
  let context: Promise<PlatformContext> | undefined;
  return () => (context ??= loadPlatformContext(call, target));
}

/** Uses HTTP because not every list is an MCP tool. */
async function loadPlatformContext(
  call: Call,
  { url, key = "", send }: Target,
): Promise<PlatformContext> {
  const listed = async <Value>(path: string): Promise<Value> => {
    const { status, text } = await send({ path, headers: { authorization: `Bearer ${key}` } });
    if (status !== 200)
      throw new Error(
        `${path} answers ${status}, so that nothing can be found out about the platform`,
      );
    return JSON.parse(text) as Value;
  };
  const apps = await listed<Output<"searchApps">>("/api/v1/apps");
  const app = apps.data.find(({ tools_count }) => tools_count > 0);
  if (!app) return skip("no app on the first page has tools");
  const tools = await listed<Output<"listTools">>(`/api/v1/apps/${app.id}/tools`);
  return { key, apps, app, tools, tool: tools.data[0]!, urlFor: (path) => url + path, call, send };
}

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
