import { sleep } from "../../../lib/kit/flow/sleep.ts";
import type { Role } from "../../../ports/stores/people-store.ts";
import type { RunChange, RunStore } from "../../../ports/stores/run-store.ts";
import type { SessionStore } from "../../../ports/stores/session-store.ts";

/** Someone who follows the runs of an account. */
export interface Viewer {
  readonly account: string;
  /** The digest of the session's secret. */
  readonly session: string;
  /** The role when the viewer came. The viewer has to come again after it changes. */
  readonly role: Role;
  /** Receives the changes of the account, the first one first. Never empty. */
  receive(changes: readonly RunChange[]): void;
  /** Called if there were more changes than the feed reads. */
  reportGap(): void;
  /** Keeps the connection open. Called about every 20 seconds. */
  sendHeartbeat(): void;
  /** Called once, after the session or the service has ended. */
  end(): void;
}

/** The changes of the runs of an account in all processes. Viewers share its queries. */
export interface ActivityFeed {
  /** Adds a viewer. Returns false if the account has too many. */
  add(viewer: Viewer): boolean;
  remove(viewer: Viewer): void;
  /** Ends all viewers, and accepts no more. */
  close(): void;
}

interface ActivityFeedOptions {
  readonly account: string;
  readonly runStore: Pick<RunStore, "listChanges">;
  readonly sessionStore: Pick<SessionStore, "findRoles">;
  /** Milliseconds since 1970. */
  now(): number;
  onError(error: unknown): void;
  /** The time between two queries. Default: a second. */
  readonly intervalMs?: number | undefined;
}

/** The most viewers of an account. */
export const MAX_VIEWERS = 50;
/** The most changes that a query returns. */
export const MAX_CHANGES = 1_000;
/**
 * Each query goes back this far, because a change can become visible after one with a later
 * position. In milliseconds.
 */
export const OVERLAP = 2_000;
const HEARTBEAT_INTERVALS = 20;

/** Creates a feed. It queries the stores only while it has viewers. */
export function createActivityFeed({
  account,
  runStore,
  sessionStore,
  now,
  onError,
  intervalMs = 1_000,
}: ActivityFeedOptions): ActivityFeed {
  const viewers = new Set<Viewer>();
  /** The positions of the changes in the overlap, by the IDs of the runs. */
  let seen = new Map<string, number>();
  let position: number | undefined;
  let isRunning = false;
  let isClosed = false;

  const remove = (viewer: Viewer) => void viewers.delete(viewer);
  const end = (viewer: Viewer) => {
    remove(viewer);
    viewer.end();
  };

  const endSessions = async () => {
    const current = [...viewers];
    const roles = await sessionStore.findRoles(
      [...new Set(current.map(({ session }) => session))],
      now(),
    );
    for (const viewer of current)
      if (viewers.has(viewer) && roles.get(viewer.session) !== viewer.role) end(viewer);
  };

  const readChanges = async () => {
    position ??= (await runStore.listChanges({ account, after: 0, limit: 1 }))[0]?.position ?? 0;
    const read = await runStore.listChanges({
      account,
      after: Math.max(0, position - OVERLAP),
      limit: MAX_CHANGES,
    });
    const changes = read.filter((change) => seen.get(change.run.id) !== change.position).reverse();
    seen = new Map(read.map((change) => [change.run.id, change.position]));
    position = read[0]?.position ?? position;
    if (read.length === MAX_CHANGES) for (const viewer of viewers) viewer.reportGap();
    if (changes.length > 0) for (const viewer of viewers) viewer.receive(changes);
  };

  const run = async () => {
    for (let interval = 1; viewers.size > 0; interval++) {
      // Sessions first, so that nothing is sent after a session has ended.
      await endSessions().then(readChanges).catch(onError);
      if (interval % HEARTBEAT_INTERVALS === 0)
        for (const viewer of viewers) viewer.sendHeartbeat();
      await sleep(intervalMs);
    }
    isRunning = false;
    position = undefined;
    seen.clear();
  };

  return {
    add(viewer) {
      const others = [...viewers].filter(({ account }) => account === viewer.account);
      if (isClosed || others.length >= MAX_VIEWERS) return false;
      viewers.add(viewer);
      if (!isRunning) {
        isRunning = true;
        void run();
      }
      return true;
    },
    remove,
    close() {
      isClosed = true;
      for (const viewer of viewers) end(viewer);
    },
  };
}
