import { Problem } from "../../http/problem.ts";
import { backoff, jitter } from "../../lib/kit/flow/backoff.ts";
import { createSemaphore } from "../../lib/kit/flow/semaphore.ts";
import { resolveWithin } from "../../lib/kit/flow/sleep.ts";
import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import { type AppRecord, listsToolsByConnection } from "../../lib/openapi-tools/index.ts";
import type { StoredConnection } from "../../ports/stores/connection-store.ts";
import type { ToolList, ToolListResult } from "../../ports/stores/tool-list-store.ts";
import type { ConnectionDeps } from "../connections/connection-deps.ts";
import { isoTime, updateStored } from "../connections/stored-connection.ts";
import { parkedMessage } from "../jobs/parked.ts";
import { compileTools, toolSource } from "./compile-tools.ts";
import { describeOmitted } from "./omitted-tools.ts";
import { type RequestedTools, type RequestToolsDeps, requestTools } from "./request-tools.ts";
import type { LoadedToolList, ToolListReader } from "./tool-list-reader.ts";

interface ToolListsDeps
  extends RequestToolsDeps,
    Pick<ConnectionDeps, "store" | "resolveApp" | "onError"> {
  readonly reader: ToolListReader;
}

const DAY_MILLISECONDS = 86_400_000;
const FIRST_RETRY_MILLISECONDS = 60_000;

/** A server whose tools have been listed within this time isn't asked again during a run. */
const RECENT_MILLISECONDS = 60_000;
const MAX_CONCURRENT = 8;
const MAX_PER_ACCOUNT = 2;

/**
 * Lists the tools of remote MCP servers for connections, and keeps the lists current. The scheduler
 * of connections runs its jobs.
 */
export class ToolLists {
  readonly #deps: ToolListsDeps;
  readonly #semaphore = createSemaphore(MAX_CONCURRENT, { maxPerHolder: MAX_PER_ACCOUNT });
  readonly #inFlight = new Map<string, Promise<boolean>>();

  constructor(deps: ToolListsDeps) {
    this.#deps = deps;
  }

  /** See `ToolListReader`. */
  read(account: string, user: string | undefined): Promise<readonly LoadedToolList[]> {
    return this.#deps.reader.read(account, user);
  }

  /**
   * Lists the tools of a connection. Waits at most `timeoutMs`, and goes on in the background.
   * Never rejects: a failure is stored, and the job of the list tries again. A connection to another
   * kind of app stays as it is.
   */
  refresh(connection: string, { timeoutMs }: { readonly timeoutMs?: number } = {}): Promise<void> {
    return resolveWithin(this.#refresh(connection), timeoutMs, undefined);
  }

  /**
   * Does the work of a job: lists the tools if the last attempt failed, or if the connection was
   * used since then. Resolves to the time of the next attempt (milliseconds since 1970), or to
   * `undefined` if another job has been added, or if the list no longer exists.
   */
  async runJob(connection: string): Promise<number | undefined> {
    const { store, now, resolveApp } = this.#deps;
    const list = await store.findToolList(connection);
    if (!list) return undefined;
    const later = now() + DAY_MILLISECONDS;
    try {
      const { record } = await resolveApp(list.account, list.app);
      if (!listsToolsByConnection(record)) {
        await store.deleteToolList(connection);
        return undefined;
      }
      const stored = await store.find(connection);
      if (stored?.connection.status !== "active") return later;
      if (!isDue(list, stored, record)) return later;
      return (await this.#attemptOnce(list)) ? undefined : now() + FIRST_RETRY_MILLISECONDS;
    } catch (error) {
      if (isAppMissing(error)) return later;
      throw error;
    }
  }

  /** Stores that the job isn't tried again. */
  async parkJob(connection: string): Promise<void> {
    const { store, reader, now } = this.#deps;
    const list = await store.findToolList(connection);
    if (!list) return;
    const message = parkedMessage("listed the tools", "Test the connection to try again.");
    const attempts = (list.failure?.attempts ?? 0) + 1;
    const failure = { message, at: isoTime(now()), attempts, isFinal: true };
    await store.saveToolList(list, { failure }, undefined);
    reader.forget(list);
  }

  /**
   * Returns the list for a run with a requested connection, by ID or label. `undefined` if the owner
   * has no such connection, or if several end users have one with that label.
   */
  async find(
    { account, user }: { readonly account: string; readonly user?: string | undefined },
    app: string,
    requested: string,
  ): Promise<LoadedToolList | undefined> {
    const { store, reader } = this.#deps;
    const all = await reader.read(account, user);
    const matches = ({ list: each }: LoadedToolList) =>
      each.app === app && (each.connection === requested || each.label === requested);
    const own = all.find(matches);
    if (own || user !== undefined) return own;
    // A key of the account may run tools with the connections of its end users, who can be many.
    if (requested.startsWith("conn_")) {
      const list = await store.findToolList(requested);
      if (list?.account === account && list.app === app) return reader.load(list);
    }
    const stored = await store.listToolLists(account, { app });
    const [other, ...more] = stored.filter((list) => matches({ list }));
    return other && more.length === 0 ? reader.load(other) : undefined;
  }

  /**
   * Returns whether a tool no longer exists, after the server has called it unknown. Lists the tools
   * again, unless they were listed within the last minute.
   */
  async isGone(
    { id }: Pick<DecryptedConnection, "id">,
    tool: string,
    timeoutMs: number,
  ): Promise<boolean> {
    const { store, reader, now } = this.#deps;
    const before = await store.findToolList(id);
    if (!before) return false;
    const last = Math.max(toTime(before.listed), toTime(before.failure?.at));
    if (now() - last > RECENT_MILLISECONDS)
      await resolveWithin(this.#refresh(id), Math.max(1, timeoutMs), undefined);
    const list = await store.findToolList(id);
    if (list?.listed === undefined || list.failure) return false;
    const { app } = await reader.load(list);
    return app !== undefined && !app.tools.some(({ name }) => name === tool);
  }

  async #refresh(connection: string): Promise<void> {
    const { store, reader, onError } = this.#deps;
    try {
      const list = (await store.findToolList(connection)) ?? (await this.#addMissing(connection));
      if (!list) return;
      reader.forget(list);
      await this.#attemptOnce(list);
    } catch (error) {
      if (!isAppMissing(error)) onError(error);
    }
  }

  /** Adds the list of a connection that was signed in before its app listed tools this way. */
  async #addMissing(connection: string): Promise<ToolList | undefined> {
    const { store, now, resolveApp } = this.#deps;
    const stored = await store.find(connection);
    if (stored?.connection.status !== "active") return undefined;
    const { account, app } = stored.connection;
    if (!listsToolsByConnection((await resolveApp(account, app)).record)) return undefined;
    const newToolList = { due: now() + FIRST_RETRY_MILLISECONDS };
    await updateStored(this.#deps, connection, ({ connection: { status } }) =>
      status === "active" ? { set: {}, newToolList } : undefined,
    );
    return store.findToolList(connection);
  }

  #attemptOnce(list: ToolList): Promise<boolean> {
    // A new sign-in never waits for the attempt of an earlier one.
    const key = `${list.connection} ${list.signIn}`;
    const pending = this.#inFlight.get(key);
    if (pending) return pending;
    const attempting = this.#semaphore
      .run(() => this.#attempt(list), { holder: list.account })
      .finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, attempting);
    return attempting;
  }

  /** Lists the tools once. Resolves to whether the outcome was stored, with the next job. */
  async #attempt(list: ToolList): Promise<boolean> {
    const { store, reader, now, resolveApp } = this.#deps;
    const { connection, account, app, signIn } = list;
    // Read after the list: a sign-in in between makes the stored list reject this outcome. The other
    // order could store what an earlier user sees.
    const stored = await store.find(connection);
    if (stored?.connection.status !== "active") return false;
    const { record } = await resolveApp(account, app);
    if (!listsToolsByConnection(record)) {
      await store.deleteToolList(connection);
      return true;
    }
    const requested = await requestTools(this.#deps, record, stored);
    const result = await toResult(list, { record, requested, now });
    const due = now() + jitter(delayAfter(result), 0.1, Math.random());
    const isSaved = await store.saveToolList({ connection, signIn }, result, due);
    reader.forget(list);
    return isSaved;
  }
}

/** The milliseconds until the tools are listed again. */
const delayAfter = (result: ToolListResult): number =>
  "failure" in result
    ? backoff(result.failure.attempts, { first: FIRST_RETRY_MILLISECONDS, max: DAY_MILLISECONDS })
    : DAY_MILLISECONDS;

async function toResult(
  list: ToolList,
  {
    record,
    requested,
    now,
  }: { readonly record: AppRecord; readonly requested: RequestedTools; now(): number },
): Promise<ToolListResult> {
  const compiled = "tools" in requested && (await compileTools(record, requested.tools));
  const at = isoTime(now());
  if ("failure" in requested || !compiled) {
    const message = "failure" in requested ? requested.failure : tooLong(record.name);
    return { failure: { message, at, attempts: (list.failure?.attempts ?? 0) + 1 } };
  }
  const { count: used, ...stored } = compiled;
  const { stoppedBy, large, tools } = requested;
  const unusable = tools.length - used;
  const omitted = describeOmitted(record.name, { stoppedBy, large, unusable, used });
  return { listed: at, source: toolSource(record), ...stored, omitted };
}

const isDue = (list: ToolList, stored: StoredConnection, record: AppRecord): boolean =>
  list.listed === undefined ||
  list.failure !== undefined ||
  (stored.lastUsed !== undefined && stored.lastUsed > list.listed) ||
  list.source !== toolSource(record);

const isAppMissing = (error: unknown): boolean =>
  error instanceof Problem && error.code === "app_not_found";

const toTime = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text));

const tooLong = (name: string): string =>
  `The tools of ${name} are too long to store (more than 6 MB). Reduce what the server lists.`;
