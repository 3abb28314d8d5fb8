import { table } from "../../../generated/account/operations.ts";
import type { OperationEntry } from "../../../generated/table.ts";
import type { HttpRequest } from "../../http/handler.ts";
import { compileInputs } from "../../http/input/input-schema.ts";
import type { OwnOrigins } from "../../http/origins/own-origins.ts";
import { Problem } from "../../http/problem.ts";
import { createRateLimit, OPERATION_COST, type RateLimitOptions } from "../../http/rate-limit.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { operationRoutes } from "../../http/routing/operation-routes.ts";
import type { Endpoint, OpenHandler, Route } from "../../http/routing/route.ts";
import { followsWork, type RouteCost } from "../../http/routing/route-cost.ts";
import { createRun } from "../../http/routing/run-operation.ts";
import type { Assets } from "../../ports/assets.ts";
import type { PasswordHasher } from "../../ports/passwords.ts";
import { DEFAULT_ACCOUNT } from "../../ports/stores/key-store.ts";
import type { RunStore } from "../../ports/stores/run-store.ts";
import type { Actor } from "../auth/actor.ts";
import type { Attempts } from "../auth/authenticator.ts";
import { exposeKey } from "../auth/redaction.ts";
import type {
  OperationName as PlatformOperationName,
  Output as PlatformOutput,
} from "../contract.ts";
import { parseCookies, setCookies } from "../pages/cookies.ts";
import { rulesFor } from "../path-rules.ts";
import { toActor } from "./access/actor.ts";
import { authorize } from "./access/authorize.ts";
import { describeBrowser, toNetwork } from "./access/client.ts";
import { isOwnRequest, isSafeMethod } from "./access/own-request.ts";
import { type CurrentSession, createSessions } from "./access/sessions.ts";
import { createActivityCounter } from "./activity/activity-counter.ts";
import { createActivityFeed } from "./activity/activity-feed.ts";
import { createLiveStream, LIVE_PATH } from "./activity/live-stream.ts";
import type { AccountContract, OperationContext } from "./contract.ts";
import { createClientDirectory } from "./mcp-clients/client-directory.ts";
import { createOAuthRoutes } from "./mcp-clients/routes.ts";
import { operations } from "./operations.ts";
import { toPageOrigin } from "./operator.ts";
import { overviewPage } from "./overview/overview-page.ts";
import { createAccountPages } from "./pages/index.ts";
import { type PageDeps, pageHandler } from "./pages/page.ts";
import type { AccountServices } from "./services.ts";
import { deviceCookieName, findDevice, type KnownDevice } from "./sign-in/known-devices.ts";
import { createPasswordLimits, type PasswordLimiters } from "./sign-in/password-limits.ts";
import { createPasswordService } from "./sign-in/passwords.ts";

/** What the account needs besides what it shares with the platform. */
export interface AccountOptions
  extends Pick<
    AccountServices,
    | "peopleStore"
    | "sessionStore"
    | "userStore"
    | "auditLog"
    | "grantStore"
    | "passkeys"
    | "identityProvider"
    | "secretsKey"
    | "appReader"
  > {
  readonly passwordHasher: PasswordHasher;
  readonly assets: Assets;
  /** Limits failed attempts to sign in of each network. Default: no limit. */
  readonly signInLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** Limit wrong passwords for each name. Default: no limit. */
  readonly passwordLimiters?: PasswordLimiters | undefined;
  /** Limits registrations of MCP clients of each network. Default: no limit. */
  readonly registrationLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** Returns the key of a request's client, as for rate limits. */
  clientKey(request: HttpRequest): string;
  /** Called after the account is set up. */
  onClaimed?(): void;
  /** Aborted when the service stops, so that responses without an end finish. */
  readonly closing?: AbortSignal | undefined;
}

/** The routes of the account, and the sessions that other pages need. */
export interface AccountModule {
  readonly routes: readonly Route<unknown>[];
  /** The origin of the pages. It differs from that of the API on a loopback address. */
  readonly origin: string;
  findSession(request: HttpRequest): Promise<CurrentSession | undefined>;
  /** Handles requests of people with a session for the home page. */
  readonly overview: OpenHandler;
  /** Whether someone has set up the account. */
  isClaimed(): Promise<boolean>;
}

type Shared = Pick<
  AccountServices,
  | "commandLine"
  | "catalog"
  | "connections"
  | "keyStore"
  | "grantStore"
  | "runs"
  | "catalogViewFor"
  | "forgetOwnApps"
  | "webhookSchemes"
  | "now"
> & {
  readonly runStore: AccountServices["runStore"] & Pick<RunStore, "countActivity">;
  /** The origins of the API. */
  readonly origins: OwnOrigins;
  /** Runs an operation of the platform for an actor. */
  runPlatform(
    name: PlatformOperationName,
    input: unknown,
    actor: Actor,
    request: HttpRequest,
    context: RequestContext,
  ): unknown;
  onError(error: unknown, requestId: string): void;
  /** Counts a failed authentication against the network of a request. */
  countAttempts(request: HttpRequest, context: RequestContext): Attempts | undefined;
};

/** Creates the account of a platform. Its routes authenticate sessions, never API keys. */
export function createAccount(
  {
    passwordHasher,
    assets,
    signInLimit,
    passwordLimiters,
    registrationLimit,
    clientKey,
    onClaimed,
    closing,
    ...stores
  }: AccountOptions,
  { origins: apiOrigins, runPlatform, onError, countAttempts, ...shared }: Shared,
): AccountModule {
  const { now } = shared;
  const apiOrigin = apiOrigins.origin;
  const origin = toPageOrigin(apiOrigin);
  const account = DEFAULT_ACCOUNT;
  const services: AccountServices = {
    ...stores,
    ...shared,
    origin,
    apiOrigin,
    apiOrigins,
    account,
    mcpClients: createClientDirectory({
      grantStore: shared.grantStore,
      send: shared.connections.fetch,
      now,
    }),
    countActivity: createActivityCounter(shared.runStore, now),
    passwords: createPasswordService(passwordHasher),
    passwordLimits: createPasswordLimits(passwordLimiters, (error) => onError(error, "")),
    sessions: createSessions({ origin, account, now, ...stores }),
    onClaimed: () => onClaimed?.(),
  };
  /** The devices of requests to sign in. One that is known isn't counted with its network. */
  const devices = new WeakMap<HttpRequest, KnownDevice>();
  const createLimit = (name: string, limit: AccountOptions["signInLimit"]) =>
    limit &&
    createRateLimit(
      {
        name,
        ...limit,
        clientKey: (request) => `${name} ${devices.get(request)?.id ?? clientKey(request)}`,
      },
      onError,
    );
  const limit = createLimit("sign-in", signInLimit);

  /** Creates the context of a request after checking where it comes from. */
  const open = async (
    request: HttpRequest,
    requestContext: RequestContext,
  ): Promise<OperationContext & { readonly cookies: readonly string[] }> => {
    if (!isSafeMethod(request.method) && !isOwnRequest(request, origin)) throw foreignRequest();
    const cookies: string[] = [];
    let current = await services.sessions.find(request);
    const device = async () => {
      const cookie = parseCookies(request).get(deviceCookieName(origin));
      const found = devices.get(request) ?? (await findDevice(cookie, services));
      if (found) devices.set(request, found);
      return found;
    };
    return {
      ...services,
      get current() {
        return current;
      },
      requestId: requestContext.id,
      platform: async (name, input) =>
        runPlatform(name, input, toActor(current!), request, requestContext) as Promise<
          PlatformOutput<typeof name>
        >,
      client: {
        browser: describeBrowser(request.headers.get("user-agent")),
        network: toNetwork(clientKey(request)),
        cookie: (name) => parseCookies(request).get(name),
        device,
        async count(cost = OPERATION_COST) {
          await device();
          await limit?.take(request, requestContext, { cost });
        },
        uncount: () => limit?.giveBack(request, requestContext, OPERATION_COST),
      },
      setSession(next, cookie) {
        current = next;
        cookies.push(cookie);
      },
      setCookie: (cookie) => void cookies.push(cookie),
      cookies,
    };
  };

  const parseInput = compileInputs(table);
  const run = createRun<AccountContract>(parseInput, operations);
  type Caller = Awaited<ReturnType<typeof open>>;
  const admit = (entry: OperationEntry, endpoint: Endpoint<Caller>): Endpoint<unknown> => ({
    access: "open",
    cost: followsWork(endpoint.cost, "body") ? BODY_COST : SESSION_COST,
    async handler(request, requestContext) {
      const context = await open(request, requestContext);
      authorize(entry, context.current, services);
      const response = await endpoint.handler(request, requestContext, context);
      const shown = SHOWS_KEY.has(entry) ? exposeKey(response) : response;
      return setCookies(shown, context.cookies);
    },
  });
  const apiRoutes = operationRoutes<AccountContract, Caller>({
    table,
    run,
    representations: {},
    rulesFor,
    createContext: (_request, _context, caller) => caller,
  }).map(
    (route): Route<unknown> => ({
      ...route,
      methods: Object.fromEntries(
        Object.entries(route.methods).map(([method, endpoint]) => [
          method,
          admit(findEntry(route.path, method), endpoint as Endpoint<Caller>),
        ]),
      ),
      fallback: undefined,
    }),
  );
  const pageDeps: PageDeps = {
    services,
    assets,
    open,
    validate: (name, input) => void parseInput(name, input),
    run: (name, input, context) => {
      authorize(table.operations[name], context.current, services);
      return run(name, input, context);
    },
  };
  const onFeedError = (error: unknown) => onError(error, "");
  const feed = createActivityFeed({ ...services, onError: onFeedError });
  closing?.addEventListener("abort", () => feed.close());
  const openLiveStream: OpenHandler = async (request, requestContext) => {
    const { current } = await open(request, requestContext);
    authorize(LIVE_ACCESS, current, services);
    return createLiveStream({ services, feed, onError: onFeedError }, current!, {
      query: requestContext.query,
      lastEventId: request.headers.get("last-event-id"),
    });
  };
  const liveRoute: Route<unknown> = {
    ...rulesFor(LIVE_PATH),
    path: LIVE_PATH,
    methods: { GET: openLiveStream },
  };
  return {
    origin,
    routes: [
      ...apiRoutes,
      liveRoute,
      ...createAccountPages(pageDeps),
      ...createOAuthRoutes({
        origins: apiOrigins,
        pageOrigin: origin,
        grantStore: shared.grantStore,
        keyStore: shared.keyStore,
        vault: shared.connections.vault,
        registrationLimit: createLimit("registration", registrationLimit),
        countAttempts,
        networkOf: (request) => toNetwork(clientKey(request)),
        now,
      }),
    ],
    overview: pageHandler(pageDeps, overviewPage),
    findSession: async (request) => services.sessions.find(request),
    isClaimed: async () => (await stores.peopleStore.findAccount(account))?.claimed !== undefined,
  };
}

/** The cost of operations with a body, which anyone can send. They count failed sign-ins. */
const BODY_COST: RouteCost = { base: 0, follows: ["body", "attempt"] };
const SESSION_COST: RouteCost = { free: "session" };

/** The operations whose responses contain a new API key. */
const SHOWS_KEY: ReadonlySet<OperationEntry> = new Set([
  table.operations.createKey,
  table.operations.replaceKey,
]);

/** Who may follow runs. */
const LIVE_ACCESS = { role: "member" } as const;

const findEntry = (path: string, method: string): OperationEntry =>
  Object.values<OperationEntry>(table.operations).find(
    (entry) => entry.path === path && entry.method === method,
  )!;

const foreignRequest = () =>
  new Problem("foreign_request", "The request doesn't come from a page of this service.", {
    hint: "Open the page again and repeat what you did there.",
  });
