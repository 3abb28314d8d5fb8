import { sleep } from "../../lib/kit/flow/sleep.ts";
import type { Actor } from "./actor.ts";

/** Ends responses that stay open when their actor may no longer receive them. */
interface ActorWatch {
  /**
   * Calls `end` once, at most about a second after the actor was revoked, has expired, or has other
   * permissions, apps or another end user. Returns a function that stops watching.
   */
  add(actor: Actor, end: () => void): () => void;
}

interface ActorWatchOptions {
  /** Finds those of the actors of an account that are active. */
  findActors(account: string, ids: readonly string[]): Promise<readonly Actor[]>;
  onError(error: unknown): void;
  /** The time between two queries. Default: a second. */
  readonly intervalMs?: number | undefined;
}

interface Watched {
  readonly actor: Actor;
  end(): void;
}

/** Creates a watch. One query for each account serves all open responses of the process. */
export function createActorWatch({
  findActors,
  onError,
  intervalMs = 1_000,
}: ActorWatchOptions): ActorWatch {
  const watched = new Set<Watched>();
  let isRunning = false;

  const check = async (account: string, all: readonly Watched[]) => {
    const ids = [...new Set(all.map(({ actor }) => actor.id))];
    const found = await findActors(account, ids);
    const limits = new Map(found.map((actor) => [actor.id, describeLimits(actor)]));
    for (const each of all)
      if (limits.get(each.actor.id) !== describeLimits(each.actor) && watched.delete(each))
        each.end();
  };

  const run = async () => {
    while (watched.size > 0) {
      await sleep(intervalMs);
      const byAccount = Map.groupBy(watched, ({ actor }) => actor.account);
      for (const [account, all] of byAccount) await check(account, all).catch(onError);
    }
    isRunning = false;
  };

  return {
    add(actor, end) {
      const each = { actor, end };
      watched.add(each);
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return () => void watched.delete(each);
    },
  };
}

const describeLimits = ({ permissions, apps, user }: Actor): string =>
  JSON.stringify([permissions.toSorted(), apps?.toSorted() ?? null, user ?? null]);
