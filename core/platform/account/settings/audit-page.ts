import { type Html, html } from "../../../lib/html-page/index.ts";
import { PRODUCT_NAME } from "../../product-name.ts";
import type { Output } from "../contract.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { renderSettingsTabs } from "./settings-tabs.ts";

type Entry = Output<"listAudit">["data"][number];

const ENTRIES = 50;

const render: RenderPage = async (request) => {
  const before = request.query.get("before");
  const { data } = await request.run("listAudit", {
    limit: ENTRIES,
    ...(before !== null && { before }),
  });
  const { audit_days: days } = await request.run("getAccount", {});
  const last = data.at(-1);
  const now = request.context.now();
  return renderShellPage(request, {
    title: "Audit log",
    lead: `The changes to the account, newest first. They are stored for ${days} days.`,
    main: html`${renderSettingsTabs(request, "/account/audit")}${
      data.length > 0
        ? html`<div class="table" role="group" aria-label="Changes" tabindex="0"><table><thead><tr><th scope="col">Change</th><th scope="col">Who</th><th scope="col">Network</th><th scope="col">When</th></tr></thead>
<tbody>${data.map((entry) => renderEntry(entry, now))}</tbody></table></div>`
        : html`<p class="box empty">There are no earlier changes.</p>`
    }
${last && data.length === ENTRIES && html`<p class="after"><a class="button quiet" href="/account/audit?${new URLSearchParams({ before: last.id }).toString()}">Show more</a></p>`}`,
  });
};

const renderEntry = ({ at, actor, action, subject, network, details }: Entry, now: number): Html =>
  html`<tr><th scope="row"><strong>${describeAction(action)}</strong>${details && html`<span>${describeDetails(details)}</span>`}${subject !== undefined && html`<code>${subject}</code>`}</th><td data-label="Who">${actor.name ?? ACTORS[actor.kind]}</td><td data-label="Network">${network ?? "—"}</td><td data-label="When">${renderTime(at, now)}</td></tr>`;

const ACTORS: Readonly<Record<Entry["actor"]["kind"], string>> = {
  person: "A person",
  key: "An API key",
  terminal: "Command line",
  service: PRODUCT_NAME,
};

/** Describes an action: `passkey.added` becomes `Passkey added`. */
const describeAction = (action: string): string => {
  const words = action.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Describes details: `method: passkey`. */
const describeDetails = (details: Readonly<Record<string, string>>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`)
    .join(", ");

/** The audit log, for owners. */
export const auditPage: Page = { path: "/account/audit", role: "owner", render };
