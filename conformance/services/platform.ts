import { surfaces } from "../../core/platform/pages/index.ts";
import type { Permission } from "../../generated/table.ts";
import { type Call, type Output, type PlatformContext, skip } from "../case.ts";
import { platformCases, platformExchanges } from "../cases/platform/index.ts";
import { KEYS } from "../fixtures/platform/keys.ts";
import { createPlatformFixture } from "../fixtures/platform/platform.ts";
import type { Target, TestRequest } from "../targets/target.ts";
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
async function loadPlatformContext(call: Call, target: Target): Promise<PlatformContext> {
  const { url, key = "", send } = target;
  const listed = async <Value>(path: string): Promise<Value> => {
    const { status, text } = await send({ path, headers: { authorization: `Bearer ${key}` } });
    if (status !== 200)
      throw new Error(
        `${path} answers ${status}, so that nothing can be found out about the platform`,
      );
    return JSON.parse(text) as Value;
  };
  const apps = firstLists.get(target) ?? (await listed<Output<"searchApps">>("/api/v1/apps"));
  const app = apps.data.find(({ tools_count }) => tools_count > 0);
  if (!app) return skip("no app on the first page has tools");
  const tools = await listed<Output<"listTools">>(`/api/v1/apps/${app.id}/tools`);
  return {
    ...{ forwards: false, key, apps, app, tools, tool: tools.data[0]!, call, send },
    oauthMetadataUrl: await findOAuthMetadata(target),
    urlFor: (path) => url + path,
  };
}

/** The first page of apps of a deployment, which `assertIsService` has requested. */
const firstLists = new WeakMap<Target, Output<"searchApps">>();

/**
 * A request for each permission that changes nothing: its input is invalid, which the platform
 * reports only to keys with the permission.
 */
const PERMISSION_PROBES: Readonly<Record<Permission, TestRequest>> = {
  read: { path: "/api/v1/apps?limit=0" },
  connect: { method: "POST", path: "/api/v1/apps/no-such-app/connect", body: "[]" },
  run: { method: "POST", path: "/api/v1/tools/no-such-tool/run", body: "[]" },
};

/** Returns whether the API key of a deployment lacks a permission. */
async function lacksPermission({ key = "", send }: Target, permission: Permission) {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const { status } = await send({ ...PERMISSION_PROBES[permission], headers });
  return status === 403;
}

/** Returns the URL of the metadata that the MCP server declares (RFC 9728, section 5.1). */
async function findOAuthMetadata({ send }: Target): Promise<string | undefined> {
  const { headers } = await send({ method: "POST", path: "/mcp" });
  return /resource_metadata="([^"]+)"/.exec(headers["www-authenticate"] ?? "")?.[1];
}

/** The platform service. */
export const platform: Service = {
  ...specs.platform,
  cases: platformCases,
  bindings: {},
  exchanges: platformExchanges,
  surfaces,
  createContextLoader: createPlatformContextLoader,
  async explainMissingPermission(operation, target) {
    const { permission } = specs.platform.table.operations[operation]!;
    return permission !== undefined && (await lacksPermission(target, permission))
      ? `needs an API key with the ${permission} permission`
      : undefined;
  },
  fixture: {
    description: "the fixture apps and keys",
    origin: "http://platform.localhost",
    key: KEYS.whole,
    create: createPlatformFixture,
  },
  async assertIsService(target) {
    const { url, send, key } = target;
    const { status, text } = await send({
      path: "/api/v1/apps",
      headers: { authorization: `Bearer ${key}` },
    });
    if (status === 200) {
      firstLists.set(target, JSON.parse(text));
      return;
    }
    const detail = /"detail":"([^"]*)"/.exec(text)?.[1];
    throw new Error(
      `${url}/api/v1/apps answers ${status}: ${status === 401 || status === 403 ? `${detail} PLATFORM_KEY is the key that is sent.` : "it is no platform of this interface, or not ready."}`,
    );
  },
};
