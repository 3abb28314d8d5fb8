import { table } from "../../../generated/account/operations.ts";
import type { HttpRequest } from "../../http/handler.ts";
import { compileInputs } from "../../http/input/input-schema.ts";
import type { OwnOrigins } from "../../http/origins/own-origins.ts";
import type { RateLimitOptions } from "../../http/rate-limit.ts";
import type { RequestContext } from "../../http/request-context.ts";
import type { OpenHandler, Route } from "../../http/routing/route.ts";
import { createRun } from "../../http/routing/run-operation.ts";
import type { Assets } from "../../ports/assets.ts";
import type { PasswordHasher } from "../../ports/passwords.ts";
import { DEFAULT_ACCOUNT } from "../../ports/stores/key-store.ts";
import type { RunStore } from "../../ports/stores/run-store.ts";
import type { Attempts } from "../auth/authenticator.ts";
import { authorize } from "./access/authorize.ts";
import { toNetwork } from "./access/client.ts";
import { RequestOpener, type RunPlatform } from "./access/request-opener.ts";
import { type CurrentSession, createSessions } from "./access/sessions.ts";
import { createActivityCounter } from "./activity/activity-counter.ts";
import { createLiveRoute } from "./activity/live-route.ts";
import { createApiRoutes } from "./api-routes.ts";
import type { AccountContract } from "./contract.ts";
import { createClientDirectory } from "./mcp-clients/client-directory.ts";
import { createOAuthRoutes } from "./mcp-clients/routes.ts";
import { operations } from "./operations.ts";
import { toPageOrigin } from "./operator.ts";
import { overviewPage } from "./overview/overview-page.ts";
import { createAccountPages } from "./pages/index.ts";
import { type PageDeps, pageHandler } from "./pages/page-handler.ts";
import type { AccountServices } from "./services.ts";
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
  readonly runPlatform: RunPlatform;
  onError(error: unknown, requestId: string): void;
  /** Counts a failed authentication against the network of a request. */
  countAttempts(request: HttpRequest, context: RequestContext): Attempts | undefined;
};

/** Creates the account of a platform. Its routes authenticate sessions, never API keys. */
export function createAccount(options: AccountOptions, shared: Shared): AccountModule {
  const { assets, signInLimit, registrationLimit, clientKey, closing, peopleStore } = options;
  const { runPlatform, onError, countAttempts, now } = shared;
  const services = createServices(options, shared);
  const { origin, account } = services;
  const opener = new RequestOpener({ services, signInLimit, runPlatform, clientKey, onError });
  const { open } = opener;
  const parseInput = compileInputs(table);
  const run = createRun<AccountContract>(parseInput, operations);
  const pageDeps: PageDeps = {
    services,
    assets,
    open,
    validate: (name, input) => void parseInput(name, input),
    run: (name, input, context) => {
      authorize(table.operations[name], context.visitor, services);
      return run(name, input, context);
    },
  };
  return {
    origin,
    routes: [
      ...createApiRoutes(run, open, services),
      createLiveRoute({ services, open, closing, onError: (error) => onError(error, "") }),
      ...createAccountPages(pageDeps),
      ...createOAuthRoutes({
        origins: shared.origins,
        pageOrigin: origin,
        grantStore: shared.grantStore,
        keyStore: shared.keyStore,
        vault: shared.connections.vault,
        registrationLimit: opener.createLimit("registration", registrationLimit),
        countAttempts,
        networkOf: (request) => toNetwork(clientKey(request)),
        now,
      }),
    ],
    overview: pageHandler(pageDeps, overviewPage),
    findSession: async (request) => services.sessions.find(request),
    isClaimed: async () => (await peopleStore.findAccount(account))?.claimed !== undefined,
  };
}

function createServices(options: AccountOptions, shared: Shared): AccountServices {
  const { peopleStore, sessionStore, passwordHasher, passwordLimiters, onClaimed } = options;
  const { origins, grantStore, connections, runStore, onError, now } = shared;
  const origin = toPageOrigin(origins.origin);
  const account = DEFAULT_ACCOUNT;
  return {
    peopleStore,
    sessionStore,
    userStore: options.userStore,
    auditLog: options.auditLog,
    passkeys: options.passkeys,
    identityProvider: options.identityProvider,
    secretsKey: options.secretsKey,
    appReader: options.appReader,
    commandLine: shared.commandLine,
    catalog: shared.catalog,
    connections,
    keyStore: shared.keyStore,
    grantStore,
    get runs() {
      return shared.runs;
    },
    runStore,
    catalogViewFor: shared.catalogViewFor,
    forgetOwnApps: shared.forgetOwnApps,
    webhookSchemes: shared.webhookSchemes,
    now,
    origin,
    apiOrigin: origins.origin,
    apiOrigins: origins,
    account,
    mcpClients: createClientDirectory({ grantStore, send: connections.fetch, now }),
    countActivity: createActivityCounter(runStore, now),
    passwords: createPasswordService(passwordHasher),
    passwordLimits: createPasswordLimits(passwordLimiters, (error) => onError(error, "")),
    sessions: createSessions({ origin, account, peopleStore, sessionStore, now }),
    onClaimed: () => onClaimed?.(),
  };
}
