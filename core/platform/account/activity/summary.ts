import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";

type Summary = Output<"summarizeActivity">;
type Hour = Summary["hours"][number];

const WIDTH = 24;
const HEIGHT = 62;

/** The outcomes in a bar from bottom to top, each with its class. */
const OUTCOMES = [
  ["succeeded", "ok"],
  ["unfinished", "unfinished"],
  ["outcome_unknown", "unknown"],
  ["failed", "failed"],
] as const;

/** Renders the runs of 24 hours: the totals, and a bar for each hour. */
export function renderSummary({ hours, complete }: Summary): Html {
  const total = (outcome: (typeof OUTCOMES)[number][0]) =>
    hours.reduce((sum, hour) => sum + hour[outcome], 0);
  const all = hours.reduce((sum, hour) => sum + countRuns(hour), 0);
  const [failed, unknown] = [total("failed"), total("outcome_unknown")];
  const most = Math.max(1, ...hours.map(countRuns));
  const format = (count: number) => count.toLocaleString("en");
  return html`<section class="strip" aria-label="The last 24 hours"><div class="numbers"><p><b>${format(all)}${!complete && "+"}</b> ${all === 1 ? "run" : "runs"} in 24 hours</p>
<p${failed > 0 && html` class="failed"`}><b>${format(failed)}</b> failed</p>${unknown > 0 && html`<p class="unknown"><b>${format(unknown)}</b> unknown</p>`}</div>
<div><svg class="chart" viewBox="0 0 ${hours.length * WIDTH} ${HEIGHT + 2}" preserveAspectRatio="none" role="img" aria-label="Runs by hour: ${describeBusiest(hours)}">${hours.map((hour, index) => renderBar(hour, index, most))}</svg>
<div class="axis"><span>24 hours ago</span><span>12 hours ago</span><span>Now</span></div></div></section>${!complete && html`<p class="note">The chart shows the newest 50,000 runs.</p>`}`;
}

function renderBar(hour: Hour, index: number, most: number): Html {
  let top = HEIGHT + 1;
  return html`${OUTCOMES.map(([outcome, name]) => {
    const height = Math.round((hour[outcome] / most) * HEIGHT * 10) / 10;
    if (hour[outcome] === 0) return "";
    // A single failure among thousands of runs stays visible.
    const visible = Math.max(height, 2);
    top -= visible;
    return html`<rect class="${name}" x="${index * WIDTH + 2}" y="${Math.max(0, top).toFixed(1)}" width="${WIDTH - 4}" height="${visible}"/>`;
  })}`;
}

const countRuns = ({ succeeded, failed, outcome_unknown: unknown, unfinished }: Hour): number =>
  succeeded + failed + unknown + unfinished;

function describeBusiest(hours: readonly Hour[]): string {
  const busiest = hours.reduce((most, hour) => (countRuns(hour) > countRuns(most) ? hour : most));
  const runs = countRuns(busiest);
  if (runs === 0) return "none";
  return `most, ${runs.toLocaleString("en")}, in the hour from ${busiest.from.slice(11, 16)} UTC`;
}
