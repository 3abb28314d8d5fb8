import { Problem } from "../../../http/problem.ts";
import { decodeKeysetCursor, encodeKeysetCursor } from "../../../lib/kit/cursor.ts";
import { findIncompleteArguments } from "../../../lib/openapi-tools/credentials/index.ts";
import type { RunRecord, RunStatus } from "../../../ports/stores/run-store.ts";
import { withCursorProblem } from "../../operations/cursor-problem.ts";
import type { Operation, OperationContext } from "../contract.ts";
import { activityView } from "./activity-view.ts";
import { createRequesterView, readRequesterNames } from "./requesters.ts";
import { actorFor, requireRun, visibleUser } from "./visible-runs.ts";

const HOUR = 3_600_000;
/** The hours of a summary. */
const HOURS = 24;
/** The most bytes of a result that `getActivity` returns. */
const RESULT_BYTES = 20_000;
const RUN_AGAIN_MILLISECONDS = 60_000;
const RUN_AGAIN_BYTES = 1_000_000;

export const listActivity: Operation<"listActivity"> = async (
  { status, source, app, tool, key, user, from, to, limit, cursor },
  context,
) => {
  const visible = visibleUser(context.current.member);
  // A member who isn't an owner sees no runs of end users.
  if (visible !== undefined && user !== undefined) return { data: [], next_cursor: null };
  const filter = { status, source, app, tool, key, user: user ?? visible };
  const listKey = [...Object.values(filter), from ?? null, to ?? null];
  const { runs, scannedTo } = await context.runStore.listActivity({
    account: context.account,
    ...filter,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
    limit: limit + 1,
    before:
      cursor === undefined
        ? undefined
        : withCursorProblem(() => decodeKeysetCursor(cursor, listKey)),
  });
  const page = runs.slice(0, limit);
  const last = runs.length > limit ? page.at(-1)?.id : scannedTo;
  const describeRequester = await createDescription(context);
  return {
    data: page.map((run) => activityView(run, describeRequester)),
    next_cursor: last === undefined ? null : encodeKeysetCursor(last, listKey),
  };
};

export const summarizeActivity: Operation<"summarizeActivity"> = async (
  _,
  { account, current, now, countActivity },
) => {
  const from = now() - HOURS * HOUR;
  const { counts, isComplete, position } = await countActivity({
    account,
    user: visibleUser(current.member),
    from,
    step: HOUR,
  });
  const hours = Array.from({ length: HOURS }, (_, index) => ({
    from: new Date(from + index * HOUR).toISOString(),
    succeeded: 0,
    failed: 0,
    outcome_unknown: 0,
    unfinished: 0,
  }));
  // Clocks of other processes may be ahead.
  for (const { step, status, runs } of counts) {
    const hour = hours[step] ?? hours.at(-1);
    if (hour) hour[OUTCOMES[status]] += runs;
  }
  return { hours, complete: isComplete, position: String(position) };
};

/** What a summary counts runs of each status as. */
const OUTCOMES = {
  queued: "unfinished",
  running: "unfinished",
  succeeded: "succeeded",
  failed: "failed",
  outcome_unknown: "outcome_unknown",
} as const satisfies Record<RunStatus, string>;

export const getActivity: Operation<"getActivity"> = async ({ run: id }, context) => {
  const run = await requireRun(id, context);
  const { response, attempts } = run;
  const result = await readResult(run, context);
  return {
    ...activityView(run, await createDescription(context)),
    arguments: run.arguments,
    incomplete_arguments: findIncompleteArguments(run.arguments),
    unsafe: needsConfirmation(run),
    attempts: attempts.map(({ started, milliseconds, status, error }) => ({
      started,
      duration_ms: milliseconds,
      ...(status !== undefined && { status_code: status }),
      ...(error !== undefined && { error }),
    })),
    ...(response && {
      response: {
        ...(response.status !== undefined && { status_code: response.status }),
        ...(response.mediaType && { media_type: response.mediaType }),
        size: response.size,
      },
    }),
    ...(result && { result }),
    ...(run.request !== undefined && { request: run.request }),
    ...(run.again !== undefined && { again: run.again }),
  };
};

export const runAgain: Operation<"runAgain"> = async (
  { run: id, confirmed, arguments: replaced = {}, idempotency_key: idempotencyKey },
  context,
) => {
  const run = await requireRun(id, context);
  requireRepeatable(run, { confirmed, replaced });
  const actor = actorFor(run, context);
  try {
    const outcome = await context.runs.run(actor, context.catalogViewFor(actor), {
      tool: run.tool,
      source: "page",
      requestId: context.requestId,
      again: run.id,
      input: { ...run.arguments, ...replaced },
      connection: run.connection,
      idempotencyKey,
      timeoutMs: RUN_AGAIN_MILLISECONDS,
      maxBytes: RUN_AGAIN_BYTES,
    });
    return { run: outcome.run.id, again: run.id, status: outcome.run.status };
  } catch (error) {
    throw error instanceof Problem ? toAccountProblem(error) : error;
  }
};

/** Whether repeating a run may change something twice. */
const needsConfirmation = ({ isUnsafe, status }: RunRecord): boolean =>
  isUnsafe || status === "outcome_unknown";

function requireRepeatable(
  run: RunRecord,
  { confirmed, replaced }: { readonly confirmed: boolean; readonly replaced: object },
): void {
  if (run.status === "queued" || run.status === "running")
    throw new Problem("run_unfinished", "The run is still in progress.", {
      hint: "Wait until it has finished.",
    });
  const missing = findIncompleteArguments(run.arguments).filter(
    (name) => !Object.hasOwn(replaced, name),
  );
  if (missing.length > 0)
    throw new Problem("arguments_incomplete", "Some arguments aren't stored.", {
      hint: "Enter them again.",
      errors: missing.map((name) => ({
        pointer: `/arguments/${escapePointer(name)}`,
        detail: "It isn't stored whole. Enter it again.",
      })),
    });
  if (needsConfirmation(run) && !confirmed)
    throw new Problem("confirmation_required", CONFIRMATIONS[run.status], {
      hint: "Check at the app what the first run did, and then confirm.",
    });
}

/** Escapes a name for a JSON Pointer (RFC 6901, section 3). */
const escapePointer = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

const CHANGES_AGAIN = "Running the tool again may change something twice.";

/** Why a run isn't repeated without a confirmation. */
const CONFIRMATIONS: Readonly<Record<RunStatus, string>> = {
  queued: CHANGES_AGAIN,
  running: CHANGES_AGAIN,
  succeeded: CHANGES_AGAIN,
  failed: "The tool may change something.",
  outcome_unknown: "The app may have carried out the first request.",
};

/** Converts a problem of the platform to one that the account's API declares. */
function toAccountProblem({ code, message, hint, errors, extensions }: Problem): Problem {
  if (code === "storage_unavailable") return new Problem(code, message, { hint });
  if (code === "invalid_arguments") return new Problem("invalid_input", message, { hint, errors });
  return new Problem("run_impossible", message, { hint, extensions });
}

/** Returns the start of the stored result. Undefined if none is stored, or it isn't text. */
async function readResult(run: RunRecord, context: OperationContext) {
  const isStored = run.response?.isCut || run.idempotencyKey !== undefined;
  if (!run.response || !isStored) return undefined;
  try {
    const { result } = await context.runs.result(actorFor(run, context), run.id);
    if (result.encoding !== "text") return undefined;
    const { data } = result;
    return { text: data.slice(0, RESULT_BYTES), truncated: data.length > RESULT_BYTES };
  } catch (error) {
    if (error instanceof Problem && error.code === "run_not_found") return undefined;
    throw error;
  }
}

const createDescription = async (context: OperationContext) =>
  createRequesterView(await readRequesterNames(context), context.current);
