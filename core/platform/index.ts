import { table } from "../../generated/platform/operations.ts";
import { processFamilies } from "../domain/process-families.ts";
import type { Asked, Handler } from "../http/handler.ts";
import { createAdmission, type Limit, pricesOf } from "../http/limit.ts";
import { createMeter } from "../http/meter.ts";
import { observed } from "../http/observe.ts";
import { operationRoutes } from "../http/operations.ts";
import type { Passage } from "../http/passage.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { Accounts, ApiKey } from "../ports/accounts.ts";
import type { Catalogue } from "../ports/catalogue.ts";
import type { Log } from "../ports/log.ts";
import type { ProcessFigures } from "../ports/process.ts";
import { Problem } from "../problem.ts";
import { createRun, type Run } from "../run.ts";
import { compileInputs } from "../schema.ts";
import { createKeyring } from "./access/keyring.ts";
import { mustHave } from "./access/permission.ts";
import { keepingKeysFrom, withoutKeys } from "./access/unseen.ts";
import type { Connecting } from "./connections/connecting.ts";
import type { Context, PlatformContract } from "./contract.ts";
import { withoutSecrets } from "./domain/keys/form.ts";
import { type Caller, platformTools } from "./mcp.ts";
import { operations } from "./operations/index.ts";
import { createToolRuns, type ToolRunsOptions } from "./runs/create.ts";
import { createFinder } from "./shelf/finder.ts";
import { createLibrary } from "./shelf/library.ts";
import { surfaces } from "./surfaces/index.ts";

/** What the platform service is made of. */
export interface PlatformOptions {
  /** Where it is, in public, without a slash at the end. */
  readonly origin: string;
  readonly catalogue: Catalogue;
  readonly accounts: Accounts;
  /** Where runs are kept, and what apps are asked with. */
  readonly running: Pick<ToolRunsOptions, "store" | "outbound"> &
    Partial<Pick<ToolRunsOptions, "connections">>;
  /** What `createConnecting` made. */
  readonly connecting: Connecting;
  /** Whether requests for this host, with its port, are answered. */
  allowsHost(host: string): boolean;
  /** What each key is held to; nothing by default. */
  readonly limit?: Pick<Limit, "rate" | "limiter"> | undefined;
  /** What each network is held to that shows no good key; nothing by default. */
  readonly refused?: Limit | undefined;
  /** What is told of the process beside what is counted, and who may see it at /metrics; nothing is counted by default. */
  readonly metrics?: { readonly process: ProcessFigures; isOpenTo(asked: Asked): boolean };
  /** Where requests and faults are told; nowhere by default. */
  readonly log?: Log;
  /** Makes the ids of requests, which must be UUIDs; random by default. */
  newId?(): string;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** The platform service. */
export function createPlatform(options: PlatformOptions): Handler {
  const {
    origin,
    catalogue,
    accounts,
    connecting,
    metrics,
    allowsHost,
    newId = () => crypto.randomUUID(),
    now = Date.now,
  } = options;
  const log = options.log && keepingKeysFrom(options.log);
  const fault = (error: unknown, id = "") => log?.fault(error, id);
  const keyring = createKeyring({ accounts, now, fault });
  const library = createLibrary({ catalogue, accounts, finder: createFinder(catalogue), now });
  const runs = createToolRuns({ connections: connecting.desk, ...options.running, now, fault });
  const run = permitted(createRun<PlatformContract>(compileInputs(table), operations));
  const meter = metrics && createMeter();
  const seen = metrics && {
    isOpenTo: metrics.isOpenTo,
    families: () => [...meter!.families(), ...processFamilies(metrics.process, table.version)],
  };
  const admitKey =
    options.limit &&
    createAdmission(
      { name: "key", ...options.limit, clientOf: (_, { key }) => `key ${key}` },
      fault,
    );
  const admitRefused =
    options.refused &&
    createAdmission(
      {
        name: "network",
        ...options.refused,
        clientOf: (asked, passage) => `refused ${options.refused!.clientOf(asked, passage)}`,
      },
      fault,
    );

  const contextOf = (asked: Asked, key: ApiKey): Context => ({
    key,
    shelf: library(key),
    desk: connecting.desk,
    runs,
    origin,
    // Made where it is asked for: it costs more than most of a request.
    get signal() {
      return asked.signal;
    },
  });

  /** Whose request it is. A refused one counts for the network that it comes from. */
  const recognised = async (
    asked: Asked,
    passage: Passage,
    secret: string | undefined,
  ): Promise<ApiKey> => {
    try {
      const key = await (secret === undefined
        ? keyring.shown(asked.headers.get("authorization"))
        : keyring.known(secret));
      passage.key = key.id;
      return key;
    } catch (error) {
      if (error instanceof Problem && error.status === 401)
        await admitRefused?.(asked, { cost: 1 }, passage);
      throw error;
    }
  };

  const mcp = createMcpEdge<Caller>({
    ...platformTools(run, { log, meter }),
    allowsHost,
    // A page of any origin may call: without a key it learns nothing, and no browser adds one by itself.
    allowsOrigin: () => true,
    cacheScope: "private",
    async admit(asked, { cost }, caller) {
      const key = await recognised(asked, caller.passage, caller.secret);
      caller.context = contextOf(asked, key);
      await admitKey?.(asked, { cost }, caller.passage);
    },
  });

  const keys = new WeakMap<Passage, ApiKey>();
  const sources = { origin, catalogue, accounts, connecting, metrics: seen };
  const routes: Route[] = [
    ...operationRoutes<PlatformContract>({
      table,
      run,
      representations: {},
      contextOf: (asked, passage) => contextOf(asked, keys.get(passage)!),
    }),
    ...surfaces.map(({ path, methods, respond }) => ({
      path,
      methods: Object.fromEntries(methods.map((method) => [method, respond(sources)])),
    })),
  ];
  const router = createRouter(routes, { hint: "/openapi.json says what is served." });

  const routed: typeof router = async (asked, passage) => {
    const { path } = passage;
    const linked = /^\/mcp\/k\/([^/]+)$/.exec(path)?.[1];
    // From here on nobody sees what may be a key: not in a log, not in an error.
    if (linked !== undefined) passage.path = passage.route = KEY_ROUTE;
    else passage.path = withoutSecrets(path);
    // Whoever has a link can open it: no log has one, whatever stands behind it.
    if (path.startsWith("/connect/")) passage.route = "/connect/{token}";
    if (path === "/mcp" || linked !== undefined) {
      passage.route ??= path;
      const caller = { passage, requestId: passage.id, secret: linked } as Caller;
      return mcp(asked, caller);
    }
    if (!allowsHost(passage.host)) {
      throw new Problem(
        "wrong_host",
        `Requests for the host ${passage.host} are not answered here.`,
        { hint: `This service is ${origin}/.` },
      );
    }
    if (asked.method === "OPTIONS" && path.startsWith(API))
      return { status: 204, headers: { ...PREFLIGHT }, body: null };
    if (path.startsWith(API)) {
      const price = priceOf(asked.method, path);
      if (price.route) passage.route = price.route;
      keys.set(passage, await recognised(asked, passage, undefined));
      await admitKey?.(asked, price, passage);
    } else if (OAUTH.test(path)) throw noOauth();
    return router(asked, passage);
  };
  const handler = observed(routed, { log, meter, newId, headersFor });
  return async (asked) => withoutKeys(await handler(asked));
}

/** Carries out what the key has the permission for. */
const permitted =
  (run: Run<PlatformContract>): Run<PlatformContract> =>
  (name, sent, context) => {
    mustHave(context.key, table.operations[name].permission!);
    return run(name, sent, context);
  };

const API = "/api/";
const KEY_ROUTE = "/mcp/k/{key}";
const priceOf = pricesOf(table, "/api/v1/");

/** Where clients look for OAuth, and for a way to register: before and after the path of the MCP server too. */
const OAUTH =
  /^\/\.well-known\/(oauth-|openid-)|\/\.well-known\/openid-configuration$|^\/(oauth2?\/)?(authorize|token|register|revoke|introspect)$/;

const noOauth = () =>
  new Problem(
    "not_found",
    "There is no OAuth here, and nothing to register for: a key is sent with each request.",
    {
      hint: "Send Authorization: Bearer <key>. The person who runs this service makes keys: npm run keys -- create --name laptop --permissions read,connect,run.",
    },
  );

/** Answered before a key is asked for: browsers send none with it (Fetch, CORS-preflight). `*` would not cover Authorization. */
const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "authorization, content-type, accept, idempotency-key",
  "access-control-max-age": "86400",
};

const NOT_KEPT = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
};
const FOR_KEYS = {
  ...NOT_KEPT,
  vary: "authorization",
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate",
};
const MCP_HEADERS = { ...NOT_KEPT, vary: "authorization" };
const OTHERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** What every answer at a path says: those for keys may be read by pages of every origin, and kept by nobody. */
const headersFor = (path: string) =>
  path.startsWith(API)
    ? FOR_KEYS
    : path === "/mcp" || path === KEY_ROUTE || path.includes("jf_live_")
      ? MCP_HEADERS
      : OTHERS;
