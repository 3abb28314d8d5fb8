import { Problem } from "../../../http/problem.ts";
import type { Member } from "../../../ports/stores/people-store.ts";
import type { RunRecord } from "../../../ports/stores/run-store.ts";
import { toActor } from "../access/actor.ts";
import type { OperationContext } from "../contract.ts";

/**
 * Returns the end user whose runs a member sees: owners see those of everyone (undefined), others
 * those of the account itself.
 */
export const visibleUser = ({ role }: Pick<Member, "role">): "" | undefined =>
  role === "owner" ? undefined : "";

/** Whether a member may see a run and its arguments. */
export const mayView = (run: Pick<RunRecord, "user">, member: Pick<Member, "role">): boolean =>
  visibleUser(member) === undefined || (run.user ?? "") === "";

/** Finds a run that the person may see. Rejects with the `Problem` "record_not_found". */
export async function requireRun(id: string, context: OperationContext): Promise<RunRecord> {
  const { account, current, runStore } = context;
  const run = RUN_ID.test(id) ? await runStore.findInAccount(account, id) : undefined;
  if (run && mayView(run, current.member)) return run;
  throw new Problem("record_not_found", "The account has no such run.", {
    hint: "List the runs. Old ones are deleted.",
  });
}

/** Returns the actor that may use a run: the person, for the run's end user. */
export const actorFor = ({ user }: RunRecord, { current }: OperationContext) => ({
  ...toActor(current),
  ...(user !== undefined && { user }),
});

const RUN_ID = /^run_[0-9a-f]{32}$/;
