import type { Output as PlatformOutput } from "../../contract.ts";
import type { OperationContext } from "../contract.ts";
import type { Connection } from "../integrations/app.ts";
import type { Key } from "../keys/key.ts";
import type { Trigger } from "../triggers/trigger.ts";
import { mayViewTrigger } from "../triggers/visible-triggers.ts";
import { type Consequence, count, listNames } from "./confirmation-page.ts";

/** Counts beyond this many records are written as "more than". */
const MAX_PAGES = 10;

/** Returns the triggers that a person may see, at most a thousand. */
export async function listTriggers(
  { platform, current }: OperationContext,
  filter: { readonly connection?: string; readonly user?: string; readonly app?: string },
): Promise<readonly Trigger[]> {
  const found: Trigger[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, next_cursor: next }: PlatformOutput<"listTriggers"> = await platform(
      "listTriggers",
      { ...filter, limit: 100, ...(cursor !== null && { cursor }) },
    );
    found.push(...data.filter((trigger) => mayViewTrigger(trigger, current.member)));
    cursor = next;
    if (cursor === null) break;
  }
  return found;
}

/** Describes the triggers that pause. */
export const describePaused = (
  triggers: readonly Pick<Trigger, "name">[],
): readonly Consequence[] => {
  if (triggers.length === 0) return [];
  return [
    {
      icon: "bolt",
      text: `${count(triggers.length, "trigger")} ${triggers.length === 1 ? "pauses" : "pause"}`,
      detail: listNames(triggers.map(({ name }) => name)),
    },
  ];
};

/** Describes the runs of a connection or a trigger that haven't ended. */
export async function describeUnfinished(
  { platform }: OperationContext,
  filter: { readonly connection?: string; readonly trigger?: string },
): Promise<readonly Consequence[]> {
  const lists = await Promise.all(
    (["queued", "running"] as const).map((status) =>
      platform("listRuns", { ...filter, status, limit: 100 }),
    ),
  );
  const tools = lists.flatMap(({ data }) => data.map(({ tool }) => tool));
  const isMore = lists.some(({ next_cursor: next }) => next !== null);
  if (tools.length === 0) return [];
  return [
    {
      icon: "activity",
      text: `${isMore ? "More than " : ""}${count(tools.length, "run")} in progress may fail`,
      detail: listNames([...new Set(tools)]),
    },
  ];
}

/** Whether a key that works runs tools of an app for the owner of a connection. */
export const mayRun = (
  { status, permissions, apps, user }: Key,
  { app, user: owner }: Pick<Connection, "app" | "user">,
): boolean =>
  status === "active" &&
  permissions.includes("run") &&
  (apps === undefined || apps.includes(app)) &&
  (user === undefined || user === owner);

/** The triggers with an action that runs a tool of the app with the connection. */
export const actsWith = (
  { actions, user }: Trigger,
  connection: Connection,
  hasOther: boolean,
): boolean =>
  user === connection.user &&
  actions.some(
    ({ action }) =>
      action.kind === "run" &&
      action.tool.startsWith(`${connection.app}.`) &&
      (action.connection === undefined
        ? !hasOther
        : action.connection === connection.id || action.connection === connection.label),
  );
