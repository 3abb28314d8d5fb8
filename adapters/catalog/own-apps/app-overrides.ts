import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import type { AppRecord, OAuthServer, ToolRecord } from "../../../core/lib/openapi-tools/index.ts";
import type { Catalog } from "../../../core/ports/catalog.ts";
import { delegateCatalog } from "./delegate-catalog.ts";

/** Local servers that replace the APIs of apps, by slug, such as those of npm's `emulate`. */
export type AppOverrides = ReadonlyMap<string, string>;

/**
 * Parses `APP_OVERRIDES` (`github=http://localhost:4000,slack=http://localhost:4001`). Returns
 * `error` if it is invalid.
 */
export function parseAppOverrides(text: string): AppOverrides | { readonly error: string } {
  const pairs = text.split(",").map((pair) => pair.trim().split("=", 2));
  const invalid = pairs.find(
    ([slug = "", address = ""]) =>
      !/^[a-z][a-z0-9_]{0,27}$/.test(slug) ||
      !URL.canParse(address) ||
      !/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/?$/.test(address),
  );
  if (invalid)
    return {
      error: `contains "${invalid.join("=")}", but each item must be an app ID, = and a loopback URL, such as github=http://localhost:4000`,
    };
  return new Map(pairs.map(([slug = "", address = ""]) => [slug, new URL(address).origin]));
}

/** Redirects the tools and sign-ins of some apps to their local servers. Paths stay the same. */
export function withAppOverrides(catalog: Catalog, overrides: AppOverrides): Catalog {
  const findOrigin = (name: string) => overrides.get(textBefore(name, "."));
  return delegateCatalog(catalog, {
    async findApp(slug) {
      const record = await catalog.findApp(slug);
      const origin = findOrigin(slug);
      return record && origin !== undefined ? overrideRecord(record, origin) : record;
    },
    async findTool(name) {
      const tool = await catalog.findTool(name);
      const origin = findOrigin(name);
      return tool && origin !== undefined ? overrideTool(tool, origin) : tool;
    },
  });
}

const overrideRecord = (record: AppRecord, origin: string): AppRecord => ({
  ...record,
  base: overrideUrl(record.base, origin),
  methods: record.methods.map((method) =>
    method.oauth ? { ...method, oauth: overrideServer(method.oauth, origin) } : method,
  ),
});

function overrideTool(tool: ToolRecord, origin: string): ToolRecord {
  const { binding } = tool;
  if (!binding) return tool;
  const { hostPrefix: _, ...withoutPrefix } = binding;
  return {
    ...tool,
    binding: {
      ...withoutPrefix,
      ...(binding.base !== undefined && { base: overrideUrl(binding.base, origin) }),
    },
  };
}

const overrideServer = (server: OAuthServer, origin: string): OAuthServer => ({
  ...server,
  ...(server.authorizationUrl && {
    authorizationUrl: overrideUrl(server.authorizationUrl, origin),
  }),
  tokenUrl: overrideUrl(server.tokenUrl, origin),
  ...(server.refreshUrl && { refreshUrl: overrideUrl(server.refreshUrl, origin) }),
  ...(server.revocationUrl && { revocationUrl: overrideUrl(server.revocationUrl, origin) }),
});

/**
 * Returns the same path at another origin. Google's OAuth endpoints are on several hosts; its
 * emulator has them below `/oauth2`.
 */
function overrideUrl(url: string, origin: string): string {
  const parsed = new URL(url);
  const path =
    /(^|\.)google(apis)?\.com$/.test(parsed.hostname) && /\/(token|revoke)$/.test(parsed.pathname)
      ? `/oauth2/${parsed.pathname.split("/").at(-1)}`
      : parsed.pathname;
  return `${origin}${path}${parsed.search}`.replace(/\/$/, "");
}
