import { type Html, html } from "../../../lib/html-page/index.ts";
import { type Connection, renderCable, renderState, renderTile } from "../integrations/app.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { readParameter } from "../pages/page-request.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { describeUserDeletion, describeUserDisconnect } from "./user-ending.ts";
import { describeLastRun, USERS_PATH, userPath } from "./users-page.ts";

const CONNECTIONS = 100;

const render: RenderPage = async (request) => {
  const { context, parameters, run } = request;
  const user = await run("getUser", { user: parameters["user"] });
  const connections = await context.platform("listConnections", {
    user: user.id,
    limit: CONNECTIONS,
  });
  const { data: keys } = await run("listKeys", {});
  const own = keys.filter((key) => key.user === user.id && key.status === "active");
  const path = userPath(user.id);
  const now = context.now();
  const rows = connections.data.map((connection) => renderConnection(connection, context, now));
  return renderShellPage(
    { ...request, path: USERS_PATH },
    {
      title: user.id,
      lead: html`<a href="${USERS_PATH}">Users</a>`,
      main: html`${renderProofLink(request, path)}
<p>${describeLastRun(user, now)}.${user.last_run_at !== undefined && context.current.member.role === "owner" && html` <a href="/activity?${new URLSearchParams({ user: user.id }).toString()}">Runs of this user</a>`}</p>
<section aria-labelledby="connections"><div class="bar"><h2 id="connections">Connections <span class="count">${connections.total}</span></h2></div>
${
  rows.length > 0
    ? html`<ul class="rows">${await Promise.all(rows)}</ul><p></p>
<form class="box" method="post" action="${path}/disconnect"><p>Deletes the stored secrets of all connections, and revokes tokens at the apps that support it. Runs stay.</p><button type="submit" class="quiet">Disconnect all</button></form>`
    : html`<p class="box empty">This user has no connections.</p>`
}</section>
${
  own.length > 0 &&
  html`<section aria-labelledby="keys"><div class="bar"><h2 id="keys">Keys <span class="count">${own.length}</span></h2></div>
<ul class="rows">${own.map(({ id, name }) => html`<li class="row"><div class="grow"><h3><a href="/keys/${id}">${name}</a></h3></div></li>`)}</ul></section>`
}
${
  context.current.member.role === "owner" &&
  html`<section aria-labelledby="delete"><h2 id="delete">Delete</h2>
<form class="box" method="post" action="${path}/delete"><p>Deletes the connections, pending links, runs and API keys of this user. This can't be undone. The audit log keeps the user's ID.</p><button type="submit" class="danger">Delete everything of this user</button></form></section>`
}`,
    },
  );
};

async function renderConnection(
  connection: Connection,
  { catalog }: PageRequest["context"],
  now: number,
): Promise<Html> {
  const { app, label, id, last_used_at: lastUsed } = connection;
  const record = await catalog.findApp(app);
  const name = record?.name ?? app;
  return html`<li class="row">${renderTile({ name, mark: record?.mark })}${renderCable(connection)}<div class="grow"><h3>${name}${label !== name && html`<span class="label">${label}</span>`}</h3><p><code>${id}</code></p></div>
<small class="used">${lastUsed === undefined ? "Not used yet" : html`Used ${renderTime(lastUsed, now)}`}</small>${renderState(connection)}</li>`;
}

const USER = `${USERS_PATH}/{user}`;

/** An end user: their connections, and the forms to disconnect and delete them. */
export const userPage: Page = {
  path: USER,
  role: "member",
  render,
  forms: [
    withConfirmation(
      accountForm(`${USER}/disconnect`, "disconnectUser", (request) =>
        userPath(readParameter(request, "user")),
      ),
      describeUserDisconnect,
    ),
    withConfirmation(
      accountForm(`${USER}/delete`, "deleteUser", () => USERS_PATH),
      describeUserDeletion,
    ),
  ],
};
