import { table } from "../../generated/platform/operations.ts";
import type { HttpRequest } from "../http/handler.ts";
import type { MisplacedInputs } from "../http/input/input-schema.ts";
import { compileInputs } from "../http/input/input-schema.ts";
import { createOwnOrigins } from "../http/origins/own-origins.ts";
import { createRateLimit } from "../http/rate-limit.ts";
import { createRun } from "../http/routing/run-operation.ts";
import { createMeter } from "../http/telemetry/meter.ts";
import { storageUnavailable, withUnavailableErrors } from "../http/unavailable-errors.ts";
import { lazy } from "../lib/kit/flow/lazy.ts";
import { toNetwork } from "./account/access/client.ts";
import { KEYS_PATH } from "./account/keys/keys-page.ts";
import { toPageOrigin } from "./account/operator.ts";
import { createKeyHint } from "./auth/key-hint.ts";
import { createNetworkLimit } from "./auth/network-limit.ts";
import { redactingLog } from "./auth/redaction.ts";
import { createCatalogViewFactory } from "./catalog/create-catalog-view.ts";
import { withReadErrors } from "./catalog/problems.ts";
import { createToolFinder } from "./catalog/search/tool-finder.ts";
import { defaultCommandLine } from "./command-line.ts";
import type { SharedContext } from "./context.ts";
import type { PlatformContract } from "./contract.ts";
import { operations } from "./operations/index.ts";
import type { PlatformOptions } from "./platform-options.ts";
import { createRunService } from "./runs/create-run-service.ts";
import { NO_TRIGGERS } from "./triggers/no-triggers.ts";

const RUN_USER =
  "A run acts for the end user of its API key, or of its `connection`. Use a key of that user, or send the ID of one of the user's connections.";

/** Where inputs belong that programs send to another operation. */
const MISPLACED_INPUTS: MisplacedInputs = {
  runTool: { user: RUN_USER, end_user: RUN_USER, user_id: RUN_USER },
};

/** Creates the services that the routes of the platform share. */
export function createSharedServices(options: PlatformOptions) {
  const {
    origin,
    commandLine = defaultCommandLine,
    connections,
    triggers = NO_TRIGGERS,
    account,
    tracer,
    now = Date.now,
  } = options;
  const log = options.log && redactingLog(options.log);
  const onError = (error: unknown, id = "") => log?.error(error, id);
  const catalog = withReadErrors(options.catalog, onError);
  const accountUnavailable = storageUnavailable("Account storage is unavailable.", onError);
  const keyStore = withUnavailableErrors(options.keyStore, accountUnavailable);
  const catalogViewFor = createCatalogViewFactory({
    catalog,
    keyStore,
    accountApps: connections.accountApps,
    findRankedTools: createToolFinder(catalog),
  });
  const clientKey = account?.clientKey;
  const runs = lazy(() =>
    createRunService({ connections: connections.service, ...options.runs, tracer, now, onError }),
  );
  const context: SharedContext = {
    catalogViewFor,
    get connections() {
      return connections.service;
    },
    get runs() {
      return runs();
    },
    get triggers() {
      return triggers.service;
    },
    get events() {
      return triggers.events;
    },
    origin,
    networkOf: (request: HttpRequest) => clientKey && toNetwork(clientKey(request)),
  };
  return {
    origin,
    origins: createOwnOrigins(origin, options.otherOrigins),
    commandLine,
    catalog,
    keyStore,
    grantStore: account && withUnavailableErrors(account.grantStore, accountUnavailable),
    catalogViewFor,
    triggers,
    run: createRun<PlatformContract>(compileInputs(table, MISPLACED_INPUTS), operations),
    keyHint: createKeyHint(commandLine, account && `${toPageOrigin(origin)}${KEYS_PATH}`),
    meter: options.metrics && createMeter(),
    context,
    ...createLimits(options, onError),
    now,
    log,
    onError,
  };
}

export type SharedServices = ReturnType<typeof createSharedServices>;

function createLimits(
  { rateLimit, unauthenticatedLimit }: PlatformOptions,
  onError: (error: unknown, id?: string) => void,
) {
  return {
    rateLimit:
      rateLimit &&
      createRateLimit(
        { name: "key", ...rateLimit, clientKey: (_, { key }) => `key ${key}` },
        onError,
      ),
    networkLimit: unauthenticatedLimit && createNetworkLimit(unauthenticatedLimit, onError),
    openLimit: unauthenticatedLimit && createNetworkLimit(unauthenticatedLimit, onError, "open"),
  };
}
