import { Problem } from "../../http/problem.ts";
import type { RunRecord, RunStore } from "../../ports/stores/run-store.ts";
import type { Actor } from "../auth/actor.ts";
import { createActorEntry } from "../auth/audit-entry.ts";
import { covers, reachOfRun } from "../auth/reach.ts";
import type { RunService } from "./run-service.ts";

const RUN_ID = /^run_[0-9a-f]{32}$/;

/** Creates the functions that list, read and delete stored runs. */
export function createStoredRuns(
  runStore: Pick<RunStore, "list" | "find" | "findResult" | "remove">,
  now: () => number,
): Pick<RunService, "list" | "read" | "result" | "remove"> {
  const readRun = async (actor: Actor, id: string): Promise<RunRecord> => {
    const run = RUN_ID.test(id) ? await runStore.find(actor.account, actor.user, id) : undefined;
    if (!run || !covers(actor, reachOfRun(run)))
      throw new Problem("run_not_found", `Unknown run ${JSON.stringify(id.slice(0, 100))}.`, {
        hint: "List the runs of the last 30 days: GET /api/v1/runs.",
      });
    return run;
  };

  return {
    list: (actor, filter) =>
      runStore.list({ ...filter, account: actor.account, user: actor.user, apps: actor.apps }),
    read: (actor, id) => readRun(actor, id),

    async result(actor, id) {
      const run = await readRun(actor, id);
      const result = await runStore.findResult(id);
      if (!result)
        throw new Problem("run_not_found", `No result is stored for run "${id}".`, {
          hint: "Results are stored for 24 hours, and only if they were truncated or the run had an idempotency key.",
        });
      return { run, result };
    },

    async remove(actor, id) {
      const run = await readRun(actor, id);
      const entry = createActorEntry(now(), actor, {
        action: "run.deleted",
        subject: id,
        details: { tool: run.tool },
      });
      if (await runStore.remove(actor.account, actor.user, id, entry)) return;
      // If another request has deleted it, the run is unknown.
      await readRun(actor, id);
      throw new Problem("request_in_flight", `Run "${run.id}" is in progress.`, {
        hint: "Delete the run after it has finished.",
        headers: { "retry-after": "5" },
      });
    },
  };
}
