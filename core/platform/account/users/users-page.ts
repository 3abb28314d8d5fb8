import { type Html, html, seeOther } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { renderState } from "../integrations/app.ts";
import type { Page, RenderPage } from "../pages/page.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";

/** The path of the list of end users. */
export const USERS_PATH = "/users";

type EndUser = Output<"getUser">;

/** Returns the path of an end user. IDs may contain any character. */
export const userPath = (id: string): string => `${USERS_PATH}/${encodeURIComponent(id)}`;

/** The states that a list of users shows, those that need attention first. */
const STATES = ["expired", "failed", "pending", "disabled", "active"] as const;

const STATE_NAMES = {
  expired: "expired",
  failed: "failed",
  pending: "pending",
  disabled: "off",
  active: "active",
} as const;

const render: RenderPage = async (request) => {
  const { context, query, run } = request;
  const wanted = query.get("id")?.trim().slice(0, 200);
  if (wanted) return seeOther(userPath(wanted));
  const after = query.get("after");
  const { data, next } = await run("listUsers", after === null ? {} : { after });
  const now = context.now();
  return renderShellPage(request, {
    title: "Users",
    lead: "The end users whom your program acts for, with their own connections and runs.",
    main: html`<form class="search" role="search" action="${USERS_PATH}">${renderPageIcon("search")}<input type="search" name="id" aria-label="Find a user by ID" placeholder="Find a user by ID" maxlength="200"></form>
<p></p>
${
  data.length > 0
    ? html`<section aria-labelledby="users"><h2 id="users">With connections or runs</h2>
<ul class="rows">${data.map((user) => renderUser(user, now))}</ul></section>`
    : html`<div class="box empty"><p>${after === null ? "No end user has a connection or a run yet." : "There are no more users."}</p><p>To act for a user, <a href="/keys/new">create a key</a> that is limited to that user, or name the user when you connect an app.</p></div>`
}
${next !== null && html`<p class="after"><a class="button quiet" href="${USERS_PATH}?${new URLSearchParams({ after: next }).toString()}">Show more</a></p>`}`,
  });
};

const renderUser = (user: EndUser, now: number): Html =>
  html`<li class="row"><div class="grow"><h3>${user.id}</h3><p>${describeCounts(user)}. ${describeLastRun(user, now)}</p></div>
${renderWorst(user)}${renderPageIcon("next")}<a class="cover" href="${userPath(user.id)}" aria-label="User ${user.id}"></a></li>`;

/** Renders when a user's last run began. */
export const describeLastRun = ({ last_run_at: lastRun }: EndUser, now: number): Html =>
  lastRun === undefined ? html`No runs` : html`Last run ${renderTime(lastRun, now)}`;

/** Describes a user's connections: `1 expired, 2 active`. */
const describeCounts = ({ connections }: EndUser): string => {
  const parts = STATES.filter((status) => connections[status] > 0).map(
    (status) => `${connections[status]} ${STATE_NAMES[status]}`,
  );
  return parts.length > 0 ? `Connections: ${parts.join(", ")}` : "No connections";
};

/** Renders the state that needs the most attention. */
function renderWorst({ connections }: EndUser): Html | undefined {
  const status = STATES.find((each) => connections[each] > 0);
  return status && renderState({ status });
}

/** The end users of the account. */
export const usersPage: Page = { path: USERS_PATH, role: "member", render };
