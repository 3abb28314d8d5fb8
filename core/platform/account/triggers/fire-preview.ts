import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";

export type { PlatformOutput };

type Preview = PlatformOutput<"fireTrigger">;

const OUTCOMES = {
  act: "Would be carried out",
  skip: "Would be skipped",
  reject: "Would fail",
} as const;
const FILTERS = {
  passes: "The event passes the filter.",
  rejects: "The filter rejects the event, so nothing happens.",
  fails: "The filter fails, so nothing happens.",
} as const;

/** Renders what firing a trigger would do. */
export const renderFirePreview = ({ filter, filter_error: error, actions = [] }: Preview): Html =>
  html`<div class="box" role="status"><h3>What would happen</h3>
<p>${filter && FILTERS[filter]}${error !== undefined && html` ${error}`}</p>
<ul class="rows">${actions.map(
    ({ id, outcome, reason, tool, url, arguments: input }) =>
      html`<li class="row"><div class="grow"><h4>Action ${id}: ${tool ?? url}</h4><p>${OUTCOMES[outcome]}${reason !== undefined && html`: ${reason}`}</p>
${input && html`<pre tabindex="0"><code>${JSON.stringify(input, null, 2)}</code></pre>`}</div></li>`,
  )}</ul></div>`;
