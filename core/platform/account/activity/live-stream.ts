import type { HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import type { RunChange } from "../../../ports/stores/run-store.ts";
import { redactSecrets } from "../../auth/key-format.ts";
import type { CurrentSession } from "../access/sessions.ts";
import type { AccountServices } from "../services.ts";
import { type ActivityFeed, MAX_CHANGES, OVERLAP, type Viewer } from "./activity-feed.ts";
import { type ActivityFilter, matchesExceptStatus, readActivityFilter } from "./activity-filter.ts";
import { activityView } from "./activity-view.ts";
import { createRequesterView, readRequesterNames } from "./requesters.ts";
import { createRunRow } from "./run-row.ts";
import { mayView } from "./visible-runs.ts";

/** The most events that wait for a slow client. */
const MAX_WAITING = 1_000;

export const LIVE_PATH = "/account/api/v1/activity/live";

interface LiveStreamOptions {
  readonly services: Pick<
    AccountServices,
    "account" | "keyStore" | "peopleStore" | "runStore" | "now"
  >;
  readonly feed: ActivityFeed;
  onError(error: unknown): void;
}

/**
 * Streams the changes of runs as server-sent events (HTML, section 9.2). Their IDs are positions,
 * after which the client continues with `Last-Event-ID` or `after`. Events:
 *
 * - `run`: the texts of a run that matches the filters of the query.
 * - `gone`: the ID of a run that no longer has the status of the filter.
 * - `gap`: there are more changes than the stream sends. The client has to read the list again.
 */
export async function createLiveStream(
  { services, feed, onError }: LiveStreamOptions,
  current: CurrentSession,
  { query, lastEventId }: { readonly query: string; readonly lastEventId: string | null },
): Promise<HttpResponse> {
  const parameters = new URLSearchParams(query);
  const filter = readActivityFilter(parameters);
  const after = /^\d{1,15}$/.exec(lastEventId ?? parameters.get("after") ?? "")?.[0];
  const text = new TextEncoder();
  let viewer: Viewer;
  let isOpen = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: string) => {
        if (!isOpen) return;
        // The client has stopped reading.
        if ((controller.desiredSize ?? 0) < -MAX_WAITING) stop();
        else controller.enqueue(text.encode(event));
      };
      const stop = () => {
        isOpen = false;
        feed.remove(viewer);
        controller.close();
      };
      const sendChanges = createSender(services, current, filter, send);
      let work: Promise<unknown> = Promise.resolve();
      /** Reads names before it sends, so changes wait for those before them. */
      const enqueue = (changes: readonly RunChange[]) => {
        work = work.then(() => sendChanges(changes)).catch(onError);
      };
      viewer = {
        account: current.member.account,
        session: current.session.digest,
        role: current.member.role,
        receive: enqueue,
        reportGap: () => send("event: gap\ndata: {}\n\n"),
        sendHeartbeat: () => send(":\n\n"),
        end: stop,
      };
      isOpen = feed.add(viewer);
      if (!isOpen) return;
      send("retry: 2000\n\n");
      // The feed only has changes from now on. What it finds meanwhile waits for the earlier ones.
      work = readEarlier(services, filter, after)
        .then((changes) => {
          if (changes.length === MAX_CHANGES) viewer.reportGap();
          return sendChanges(changes);
        })
        .catch(onError);
    },
    cancel() {
      isOpen = false;
      feed.remove(viewer);
    },
  });
  if (!isOpen) throw tooManyViewers();
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      // A buffering proxy would hold events back.
      "x-accel-buffering": "no",
    },
    body,
  };
}

/** Returns the changes that the viewer has missed, the first one first. */
async function readEarlier(
  { account, runStore }: LiveStreamOptions["services"],
  { run: id }: ActivityFilter,
  after: string | undefined,
): Promise<readonly RunChange[]> {
  if (after === undefined) return [];
  if (id !== undefined) {
    const run = await runStore.findInAccount(account, id);
    return run ? [{ run, position: 0 }] : [];
  }
  const changes = await runStore.listChanges({
    account,
    after: Math.max(0, Number(after) - OVERLAP),
    limit: MAX_CHANGES,
  });
  return changes.toReversed();
}

/** Creates a function that sends the changes that the person may see, and that match. */
function createSender(
  services: LiveStreamOptions["services"],
  current: CurrentSession,
  filter: ActivityFilter,
  send: (event: string) => void,
) {
  /** The positions of the sent changes. An earlier change may be found later. */
  const sent = new Map<string, number>();
  return async (changes: readonly RunChange[]): Promise<void> => {
    const matching = changes.filter(
      ({ run, position }) =>
        run.account === services.account &&
        mayView(run, current.member) &&
        matchesExceptStatus(run, filter) &&
        position >= (sent.get(run.id) ?? 0),
    );
    if (matching.length === 0) return;
    const describeRequester = createRequesterView(await readRequesterNames(services), current);
    for (const { run, position } of matching) {
      sent.delete(run.id);
      sent.set(run.id, position);
      const isGone = filter.status !== undefined && filter.status !== run.status;
      const data = isGone
        ? { run: run.id }
        : createRunRow(activityView(run, describeRequester), services.now());
      const json = redactSecrets(JSON.stringify(data));
      send(`event: ${isGone ? "gone" : "run"}\nid: ${position}\ndata: ${json}\n\n`);
    }
    for (const id of sent.keys()) {
      if (sent.size <= MAX_CHANGES) break;
      sent.delete(id);
    }
  };
}

const tooManyViewers = () =>
  new Problem("rate_limited", "Too many pages follow the runs of this account.", {
    hint: "Close some of them, or read the list again.",
    headers: { "retry-after": "30" },
  });
