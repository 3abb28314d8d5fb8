import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../../contract.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { type JackState, renderJack } from "../pages/parts/jack.ts";
import { renderTime } from "../pages/parts/time.ts";

export type Trigger = Output<"getTrigger">;
export type Event = Output<"getEvent">;

/** The sign and the word of each status of a trigger. */
export const TRIGGER_STATES: Readonly<Record<Trigger["status"], readonly [JackState, string]>> = {
  active: ["active", "Active"],
  failing: ["attention", "Failing"],
  paused: ["off", "Paused"],
};

/** The sign and the word of each status of an event. */
export const EVENT_STATES: Readonly<Record<Event["status"], readonly [JackState, string]>> = {
  acting: ["running", "In progress"],
  done: ["active", "Done"],
  filtered: ["off", "Filtered"],
  failed: ["failed", "Failed"],
  canceled: ["off", "Canceled"],
};

/** The sign and the word of each status of an action. */
export const ACTION_STATES: Readonly<
  Record<Event["actions"][number]["status"], readonly [JackState, string]>
> = {
  waiting: ["running", "Waiting"],
  retrying: ["attention", "Retrying"],
  succeeded: ["active", "Succeeded"],
  dead: ["failed", "Failed"],
  outcome_unknown: ["attention", "Outcome unknown"],
  skipped: ["off", "Skipped"],
  canceled: ["off", "Canceled"],
};

/** Renders a status: its sign and its word. */
export const renderStatus = ([jack, word]: readonly [JackState, string]): Html =>
  html`<span class="state">${renderJack(jack)} ${word}</span>`;

/** Describes an action: `Run slack.send_message`. */
export const describeAction = ({ action }: Trigger["actions"][number]): string =>
  action.kind === "run" ? `Run ${action.tool}` : `Deliver to ${new URL(action.url).host}`;

/** Renders an event as a link to its page. */
export const renderEventRow = (event: Event, now: number): Html => {
  const [jack, word] = EVENT_STATES[event.status];
  return html`<li class="row">${renderJack(jack)}<div class="grow"><h3>${event.type}${event.subject !== undefined && html` <code>${event.subject}</code>`}</h3><p>${word}${event.reason && html`: ${event.reason.message}`}</p></div>${renderTime(event.received_at, now)}${renderPageIcon("next")}<a class="cover" href="/events/${event.id}" aria-label="Event ${event.type}, ${word.toLowerCase()}"></a></li>`;
};
