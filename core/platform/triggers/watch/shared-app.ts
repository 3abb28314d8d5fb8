import { inputProblem } from "../../../http/input/input-problem.ts";
import { Problem } from "../../../http/problem.ts";
import { createArgumentsCheck } from "../../../lib/openapi-tools/call/index.ts";
import type { AppWatch } from "../../../ports/trigger-definition.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { findSharedType, type SharedAppType } from "../webhooks/shared-app-types.ts";
import { readSharedSecrets } from "../webhooks/webhook-secrets.ts";
import { requireUnchanged, unknownTypeProblem } from "./app.ts";
import type { Watcher } from "./watcher.ts";

const TIMEOUT_MS = 60_000;

/**
 * Watches events that an app sends for all connections of the operator's OAuth client. They arrive by
 * themselves, so there is no subscription.
 */
export function createSharedAppWatcher(deps: TriggerDeps): Watcher<AppWatch> {
  const requireType = ({ type }: AppWatch): SharedAppType => {
    const known = findSharedType(deps, type);
    if (known) return known;
    throw unknownTypeProblem(deps, type);
  };

  return {
    async prepare({ secret, ...watch }, { actor, previous }) {
      const known = requireType(watch);
      if (previous) return requireUnchanged(watch, previous.stored);
      const { app } = known;
      const { record } = await deps.catalogViewFor(actor).app(app);
      if (record.isOwn) throw unknownTypeProblem(deps, watch.type);
      requireNoArguments(watch, secret, app);
      if (!(await readSharedSecrets(deps, app)))
        throw new Problem("signing_required", `${record.name} isn't set up to send events.`, {
          hint: `Ask the operator of this service to run: ${deps.commandLine(`apps configure ${app} --webhooks`)}`,
        });
      const { id } = await deps.connections.use(actor, record, watch.connection, {
        timeoutMs: TIMEOUT_MS,
      });
      const stored = await deps.store.find(id);
      if (stored?.connection.routing === undefined)
        throw new Problem(
          "subscription_refused",
          `${record.name} sends no events for connection "${stored?.connection.label ?? id}".`,
          {
            hint: "Connect it again with the sign-in of this service. Events arrive only for connections that were made so.",
            errors: [{ pointer: "/watch/connection", detail: "Has no account to receive events." }],
          },
        );
      return { watch, app, connection: id, progress: {} };
    },
  };
}

function requireNoArguments(watch: AppWatch, secret: string | undefined, app: string): void {
  const errors = createArgumentsCheck({
    input: { type: "object", properties: {}, additionalProperties: false },
    binding: undefined,
  })(watch.arguments ?? {});
  if (errors.length > 0)
    throw inputProblem(errors, {
      within: "/watch/arguments",
      hint: `The types of ${app} have no arguments. Use a filter to select events.`,
    });
  if (secret === undefined) return;
  throw new Problem("invalid_input", `The operator has stored the secret of ${app}.`, {
    hint: "Leave out secret.",
    errors: [{ pointer: "/watch/secret", detail: `Not allowed for ${app}.` }],
  });
}
