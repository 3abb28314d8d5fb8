import type { OperationName } from "../../../core/platform/contract.ts";

type Input = Readonly<Record<string, unknown>>;

/** What an operation reads or changes: one thing of a kind, or whatever the caller may see. */
export type Target = "trigger" | "event" | "run" | "connection";

/** How an operation is called in the test of grants. */
export interface OperationProbe {
  /** The kind of thing whose ID is an input. Absent: a list, the catalog, or something new. */
  readonly target?: Target;
  /** Inputs that are valid for a caller with access. */
  inputs(id: string, context: { readonly receiver: string }): readonly Input[];
  /** Whether a caller without access to the app `notes` is refused, so that nothing happens there. */
  readonly isForeign?: true;
  /** The status if the caller has access to an event, but not to its trigger. */
  readonly withoutTrigger?: number;
  /** Statuses besides 200 of calls with access. */
  readonly otherStatuses?: readonly number[];
}

const onTrigger = (...more: readonly Input[]): OperationProbe => ({
  target: "trigger",
  inputs: (trigger) => (more.length > 0 ? more : [{}]).map((each) => ({ trigger, ...each })),
});
const onEvent = (more: Input = {}): OperationProbe => ({
  target: "event",
  inputs: (event) => [{ event, ...more }],
  // An event stays when its trigger is changed or deleted.
  otherStatuses: [409],
});
const onRun = (otherStatuses?: readonly number[]): OperationProbe => ({
  target: "run",
  inputs: (run) => [{ run }],
  ...(otherStatuses && { otherStatuses }),
});
const onConnection = (more: Input = {}): OperationProbe => ({
  target: "connection",
  inputs: (connection) => [{ connection, ...more }],
  // It may have expired.
  otherStatuses: [409],
});
const listing = (...inputs: readonly Input[]): OperationProbe => ({ inputs: () => inputs });

const createTrigger = (watch: Input, action: Input): Input => ({
  name: "New",
  watch,
  actions: [action],
});
const CREATE_NOTE = { kind: "run", tool: "notes.create_note", arguments: { text: "x" } };

/**
 * The call of every operation. A new operation fails the test until it has an entry, which decides
 * what its callers may reach.
 */
export const PROBES: { readonly [Name in OperationName]?: OperationProbe } = {
  searchApps: listing({}),
  getApp: listing({ app: "open" }),
  listTools: listing({ app: "open" }),
  listTriggerTypes: listing({ app: "open" }),
  findTools: listing({ task: "create a note" }),
  getTool: listing({ tool: "open.get_weather" }),
  connectApp: { isForeign: true, inputs: () => [{ app: "notes" }] },
  runTool: {
    isForeign: true,
    inputs: () => [{ tool: "notes.create_note", arguments: { text: "x" } }],
  },
  createTrigger: {
    isForeign: true,
    inputs: () => [
      createTrigger({ kind: "event" }, CREATE_NOTE),
      createTrigger({ kind: "platform", types: ["run.failed"] }, CREATE_NOTE),
      createTrigger(
        { kind: "poll", tool: "notes.list_notes" },
        { kind: "run", tool: "open.get_weather", arguments: { city: "x" } },
      ),
    ],
  },

  listConnections: listing({}, { app: "notes" }, { user: "43" }),
  getConnection: onConnection(),
  updateConnection: onConnection({ label: "Renamed" }),
  reconnectConnection: onConnection(),
  testConnection: onConnection(),
  deleteConnection: onConnection(),

  listTriggers: listing({}, { app: "notes" }, { user: "43" }, { kind: "platform" }),
  getTrigger: onTrigger(),
  updateTrigger: {
    target: "trigger",
    inputs: (trigger, { receiver }) => [
      { trigger, version: 1, name: "Changed" },
      { trigger, version: 2, actions: [{ kind: "deliver", url: receiver }] },
    ],
    otherStatuses: [409],
  },
  pauseTrigger: onTrigger({}, { drop: true }),
  resumeTrigger: onTrigger(),
  rotateTrigger: onTrigger(),
  fireTrigger: {
    ...onTrigger({ dry_run: true }, { data: { title: "x" }, dry_run: true }, { data: "x" }, {}),
    // The trigger may have no event to repeat that the caller may see.
    otherStatuses: [400],
  },
  replayEvents: onTrigger({}),
  deleteTrigger: onTrigger(),

  listEvents: listing({}, { app: "notes" }, { type: "connection.expired" }),
  getEvent: onEvent(),
  replayEvent: { ...onEvent(), withoutTrigger: 409 },
  deleteEvent: { ...onEvent(), withoutTrigger: 404 },

  listRuns: listing({}, { app: "notes" }, { tool: "open.get_weather" }),
  getRun: onRun(),
  // Only some results are stored.
  getRunResult: onRun([404]),
  deleteRun: onRun(),
};
