import { table } from "../../../generated/account/operations.ts";
import { type OperationEntry, PERMISSIONS } from "../../../generated/table.ts";
import type { HttpRequest } from "../../http/handler.ts";
import { compileInputs } from "../../http/input-schema.ts";
import { operationRoutes } from "../../http/operation-routes.ts";
import { Problem } from "../../http/problem.ts";
import { createRateLimit, OPERATION_COST, type RateLimitOptions } from "../../http/rate-limit.ts";
import type { RequestContext } from "../../http/request-context.ts";
import type { Endpoint, OpenHandler, Route } from "../../http/route.ts";
import { createRun } from "../../http/run-operation.ts";
import type { Assets } from "../../ports/assets.ts";
import { DEFAULT_ACCOUNT } from "../../ports/key-store.ts";
import type { PasswordHasher } from "../../ports/passwords.ts";
import type { Actor } from "../auth/actor.ts";
import { exposeKey } from "../auth/redaction.ts";
import type {
  OperationName as PlatformOperationName,
  Output as PlatformOutput,
} from "../contract.ts";
import { setCookies } from "../pages/cookies.ts";
import { rulesFor } from "../path-rules.ts";
import { authorize } from "./access/authorize.ts";
import { describeBrowser, toNetwork } from "./access/client.ts";
import { isOwnRequest, isSafeMethod } from "./access/own-request.ts";
import { type CurrentSession, createSessions } from "./access/sessions.ts";
import type { AccountContract, OperationContext } from "./contract.ts";
import { operations } from "./operations/index.ts";
import { toPageOrigin } from "./operator.ts";
import { createAccountPages } from "./pages/index.ts";
import { overviewPage } from "./pages/overview-page.ts";
import { type PageDeps, pageHandler } from "./pages/page.ts";
import type { AccountServices } from "./services.ts";
import { createPasswordService } from "./sign-in/passwords.ts";

/** What the account needs besides what it shares with the platform. */
export interface AccountOptions
  extends Pick<AccountServices, "peopleStore" | "sessionStore" | "auditLog" | "passkeys"> {
  readonly passwordHasher: PasswordHasher;
  readonly assets: Assets;
  /** Limits failed attempts to sign in of each network. Default: no limit. */
  readonly signInLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** Returns the key of a request's client, as for rate limits. */
  clientKey(request: HttpRequest): string;
  /** Called after the account is set up. */
  onClaimed?(): void;
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
  "commandLine" | "catalog" | "connections" | "keyStore" | "now"
> & {
  readonly origin: string;
  /** Runs an operation of the platform for an actor. */
  runPlatform(
    name: PlatformOperationName,
    input: unknown,
    actor: Actor,
    request: HttpRequest,
  ): unknown;
  onError(error: unknown, requestId: string): void;
};

/** Creates the account of a platform. Its routes authenticate sessions, never API keys. */
export function createAccount(
  { passwordHasher, assets, signInLimit, clientKey, onClaimed, ...stores }: AccountOptions,
  { origin: apiOrigin, runPlatform, onError, ...shared }: Shared,
): AccountModule {
  const { now } = shared;
  const origin = toPageOrigin(apiOrigin);
  const account = DEFAULT_ACCOUNT;
  const services: AccountServices = {
    ...stores,
    ...shared,
    origin,
    apiOrigin,
    account,
    passwords: createPasswordService(passwordHasher, now),
    sessions: createSessions({ origin, account, now, ...stores }),
    onClaimed: () => onClaimed?.(),
  };
  const limit =
    signInLimit &&
    createRateLimit(
      { name: "sign-in", ...signInLimit, clientKey: (request) => `sign-in ${clientKey(request)}` },
      onError,
    );

  /** Creates the context of a request after checking where it comes from. */
  const open = async (
    request: HttpRequest,
    requestContext: RequestContext,
  ): Promise<OperationContext & { readonly cookies: readonly string[] }> => {
    if (!isSafeMethod(request.method) && !isOwnRequest(request, origin)) throw foreignRequest();
    const cookies: string[] = [];
    const current = await services.sessions.find(request);
    return {
      ...services,
      current,
      platform: async (name, input) =>
        runPlatform(name, input, toActor(current!), request) as Promise<
          PlatformOutput<typeof name>
        >,
      client: {
        browser: describeBrowser(request.headers.get("user-agent")),
        network: toNetwork(clientKey(request)),
        count: (cost = OPERATION_COST) => limit?.take(request, requestContext, { cost }),
        uncount: () => limit?.giveBack(request, requestContext, OPERATION_COST),
      },
      setCookie: (cookie) => void cookies.push(cookie),
      cookies,
    };
  };

  const run = createRun<AccountContract>(compileInputs(table), operations);
  type Caller = Awaited<ReturnType<typeof open>>;
  const admit =
    (entry: OperationEntry, endpoint: Endpoint<Caller>): OpenHandler =>
    async (request, requestContext) => {
      const context = await open(request, requestContext);
      authorize(entry, context.current, services);
      const response = await endpoint.handler(request, requestContext, context);
      const shown = SHOWS_KEY.has(entry) ? exposeKey(response) : response;
      return setCookies(shown, context.cookies);
    };
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
    run: (name, input, context) => {
      authorize(table.operations[name], context.current, services);
      return run(name, input, context);
    },
  };
  return {
    origin,
    routes: [...apiRoutes, ...createAccountPages(pageDeps)],
    overview: pageHandler(pageDeps, overviewPage),
    findSession: async (request) => services.sessions.find(request),
    isClaimed: async () => (await stores.peopleStore.findAccount(account))?.claimed !== undefined,
  };
}

/** The operations whose responses contain a new API key. */
const SHOWS_KEY: ReadonlySet<OperationEntry> = new Set([
  table.operations.createKey,
  table.operations.replaceKey,
]);

/** A person with a session may do everything that an API key can. */
const toActor = ({ person, member }: CurrentSession): Actor => ({
  id: person.id,
  account: member.account,
  name: person.name,
  permissions: PERMISSIONS,
});

const findEntry = (path: string, method: string): OperationEntry =>
  Object.values<OperationEntry>(table.operations).find(
    (entry) => entry.path === path && entry.method === method,
  )!;

const foreignRequest = () =>
  new Problem("foreign_request", "The request doesn't come from a page of this service.", {
    hint: "Open the page again and repeat what you did there.",
  });
