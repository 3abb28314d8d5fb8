import type { Connection } from "../../ports/stores/connection-store.ts";
import { type EventRecord, eventApps } from "../../ports/stores/event-store.ts";
import { type RunRecord, runApps } from "../../ports/stores/run-store.ts";
import { type Trigger, triggerApps } from "../../ports/stores/trigger-store.ts";
import type { Actor } from "./actor.ts";
import { allowsApp } from "./permission.ts";

/** Whose something is, and the apps that it reads, names or acts on. */
interface Reach {
  readonly account: string;
  /** The end user. Absent: the account itself. */
  readonly user?: string | undefined;
  readonly apps: readonly string[];
}

/**
 * Whether everything in a reach lies within the account, the end user and the apps of an actor. It
 * decides what actors may read, change and cause. Anything else doesn't exist for them.
 */
export const covers = (
  actor: Pick<Actor, "account" | "user" | "apps">,
  { account, user, apps }: Reach,
): boolean =>
  account === actor.account &&
  (actor.user === undefined || actor.user === user) &&
  apps.every((app) => allowsApp(actor, app));

/** A trigger concerns the apps of its source and of all its actions. */
const reachOfTrigger = (trigger: Trigger): Reach => ({
  account: trigger.account,
  user: trigger.user,
  apps: triggerApps(trigger),
});

/** An event concerns the apps of its content and of its actions, whatever its trigger does now. */
export const reachOfEvent = (event: EventRecord): Reach => ({
  account: event.account,
  user: event.user,
  apps: eventApps(event),
});

/** The arguments of a run may come from an event, so it concerns the apps of that event, too. */
export const reachOfRun = (run: RunRecord): Reach => ({
  account: run.account,
  user: run.user,
  apps: runApps(run),
});

export const reachOfConnection = ({ account, user, app }: Connection): Reach => ({
  account,
  user,
  apps: [app],
});

export const mayAccessTrigger = (actor: Actor, trigger: Trigger): boolean =>
  covers(actor, reachOfTrigger(trigger));

export const mayAccessEvent = (actor: Actor, event: EventRecord): boolean =>
  covers(actor, reachOfEvent(event));
