import { type Html, html } from "../../../lib/html-page/index.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { type JackState, renderJack } from "../pages/parts/jack.ts";
import { describeExactTime, describeTime } from "../pages/parts/time.ts";
import type { Activity } from "./activity-view.ts";
import { describeDuration, describeRequester, describeSource, RUN_STATES } from "./run.ts";

/** The texts of a run in a list. The stream of changes sends them to open pages. */
interface RunRow {
  readonly run: string;
  /** RFC 3339, UTC. */
  readonly created: string;
  readonly exactTime: string;
  readonly time: string;
  readonly state: JackState;
  readonly status: string;
  readonly source: string;
  readonly tool: string;
  readonly detail: string;
  readonly duration: string;
}

export function createRunRow(activity: Activity, now: number): RunRow {
  const { run, created, tool, status, user, error } = activity;
  const [state, word] = RUN_STATES[status];
  const requester = describeRequester(activity);
  return {
    run,
    created,
    exactTime: describeExactTime(created),
    time: describeTime(Date.parse(created), now),
    state,
    status: word,
    source: describeSource(activity),
    tool,
    detail: error?.message ?? (user === null ? requester : `${requester} for ${user}`),
    duration: describeDuration(activity),
  };
}

/** Renders a run as a link to its page. `activity.mjs` fills in copies of it. */
export const renderRunRow = (row: RunRow): Html =>
  html`<li data-run="${row.run}"><a href="/activity/${row.run}"${row.state === "failed" && html` class="failed"`}><time datetime="${row.created}" title="${row.exactTime}">${row.time}</time>${renderJack(row.state)}<span class="sr">${row.status}</span><span class="source">${row.source}</span><span class="what"><b>${row.tool}</b><small>${row.detail}</small></span><span class="duration">${row.duration}</span>${renderPageIcon("next")}</a></li>`;

const EMPTY_ROW: RunRow = {
  run: "",
  created: "",
  exactTime: "",
  time: "",
  state: "off",
  status: "",
  source: "",
  tool: "",
  detail: "",
  duration: "",
};

const STATES: readonly JackState[] = ["active", "attention", "failed", "running"];

/** Renders what `activity.mjs` copies: an empty row, and the sign of each state. */
export const renderRowTemplates = (): Html =>
  html`<template id="run-row">${renderRunRow(EMPTY_ROW)}</template><template id="run-states">${STATES.map(renderJack)}</template>`;
