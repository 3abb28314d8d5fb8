import { table } from "../../../generated/account/operations.ts";
import type { OperationEntry } from "../../../generated/table.ts";
import { operationRoutes } from "../../http/routing/operation-routes.ts";
import type { Endpoint, Route } from "../../http/routing/route.ts";
import { followsWork, type RouteCost } from "../../http/routing/route-cost.ts";
import type { Run } from "../../http/routing/run-operation.ts";
import { requireValue } from "../../lib/kit/require-value.ts";
import { exposeKey } from "../auth/redaction.ts";
import { setCookies } from "../pages/cookies.ts";
import { rulesFor } from "../path-rules.ts";
import { authorize } from "./access/authorize.ts";
import type { OpenedRequest, OpenRequest } from "./access/request-opener.ts";
import type { AccountContract } from "./contract.ts";
import type { AccountServices } from "./services.ts";

/** Creates the routes of the operations of the account. */
export function createApiRoutes(
  run: Run<AccountContract>,
  open: OpenRequest,
  services: AccountServices,
): readonly Route<unknown>[] {
  const admit = (entry: OperationEntry, endpoint: Endpoint<OpenedRequest>): Endpoint<unknown> => ({
    access: "open",
    cost: followsWork(endpoint.cost, "body") ? BODY_COST : SESSION_COST,
    async handler(request, requestContext) {
      const context = await open(request, requestContext);
      authorize(entry, context.visitor, services);
      const response = await endpoint.handler(request, requestContext, context);
      const shown = SHOWS_KEY.has(entry) ? exposeKey(response) : response;
      return setCookies(shown, context.cookies);
    },
  });
  return operationRoutes<AccountContract, OpenedRequest>({
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
          admit(findEntry(route.path, method), endpoint as Endpoint<OpenedRequest>),
        ]),
      ),
      fallback: undefined,
    }),
  );
}

/** The cost of operations with a body, which anyone can send. They count failed sign-ins. */
const BODY_COST: RouteCost = { base: 0, follows: ["body", "attempt"] };
const SESSION_COST: RouteCost = { free: "session" };

/** The operations whose responses contain a new API key. */
const SHOWS_KEY: ReadonlySet<OperationEntry> = new Set([
  table.operations.createKey,
  table.operations.replaceKey,
]);

const findEntry = (path: string, method: string): OperationEntry => {
  const entries = Object.values<OperationEntry>(table.operations);
  return requireValue(
    entries.find((entry) => entry.path === path && entry.method === method),
    `the operation ${method} ${path}`,
  );
};
