import type { Catalogue } from "../core/index.ts";
import type { AppRecord, OAuthServer, ToolRecord } from "../core/ports/apps.ts";

/** Which server stands in for an app, by its slug: npm's `emulate`, for trying things out. */
export type StandIns = ReadonlyMap<string, string>;

/** What `STAND_INS` says (`github=http://localhost:4000,slack=http://localhost:4001`), or what is wrong with it. */
export function readStandIns(text: string): StandIns | { readonly wrong: string } {
  const pairs = text.split(",").map((pair) => pair.trim().split("=", 2));
  const wrong = pairs.find(
    ([slug = "", address = ""]) =>
      !/^[a-z][a-z0-9_]{0,27}$/.test(slug) ||
      !URL.canParse(address) ||
      !/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/?$/.test(address),
  );
  if (wrong)
    return {
      wrong: `has ${wrong.join("=")}: each is an app's id, = and an address of this machine, such as github=http://localhost:4000`,
    };
  return new Map(pairs.map(([slug, address]) => [slug!, new URL(address!).origin]));
}

/** The catalogue, with some apps at servers that stand in for them: the same tools, sign-ins and paths. */
export function withStandIns(catalogue: Catalogue, standIns: StandIns): Catalogue {
  const originFor = (name: string) => standIns.get(name.split(".", 1)[0]!);
  return {
    get apps() {
      return catalogue.apps;
    },
    get tools() {
      return catalogue.tools;
    },
    get busy() {
      return catalogue.busy;
    },
    async app(slug) {
      const record = await catalogue.app(slug);
      const origin = originFor(slug);
      return record && origin !== undefined ? standIn(record, origin) : record;
    },
    async tool(name) {
      const tool = await catalogue.tool(name);
      const origin = originFor(name);
      return tool && origin !== undefined ? toolAt(tool, origin) : tool;
    },
    cards: (numbers) => catalogue.cards(numbers),
    toolsOf: (slug) => catalogue.toolsOf(slug),
    index: () => catalogue.index(),
  };
}

const standIn = (record: AppRecord, origin: string): AppRecord => ({
  ...record,
  base: at(record.base, origin),
  methods: record.methods.map((method) =>
    method.oauth ? { ...method, oauth: serverAt(method.oauth, origin) } : method,
  ),
});

function toolAt(tool: ToolRecord, origin: string): ToolRecord {
  const { binding } = tool;
  return binding?.base
    ? { ...tool, binding: { ...binding, base: at(binding.base, origin) } }
    : tool;
}

const serverAt = (server: OAuthServer, origin: string): OAuthServer => ({
  ...server,
  ...(server.authorizationUrl && { authorizationUrl: at(server.authorizationUrl, origin) }),
  tokenUrl: at(server.tokenUrl, origin),
  ...(server.refreshUrl && { refreshUrl: at(server.refreshUrl, origin) }),
  ...(server.revocationUrl && { revocationUrl: at(server.revocationUrl, origin) }),
});

/** The same path at another origin. Google's sign-in is spread over several hosts; its stand-in has all of it below `/oauth2`. */
function at(address: string, origin: string): string {
  const url = new URL(address);
  const path =
    /(^|\.)google(apis)?\.com$/.test(url.hostname) && /\/(token|revoke)$/.test(url.pathname)
      ? `/oauth2/${url.pathname.split("/").at(-1)}`
      : url.pathname;
  return `${origin}${path}${url.search}`.replace(/\/$/, "");
}
