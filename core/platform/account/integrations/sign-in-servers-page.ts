import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { withConfirmation } from "../pages/confirmation-page.ts";
import { accountForm, type Page, type RenderPage } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { renderProofLink } from "../pages/parts/proof-link.ts";
import { renderTime } from "../pages/parts/time.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { renderClientFields } from "./app-client.ts";
import {
  describeServerClientDeletion,
  describeServerClientReplacement,
} from "./oauth-client-ending.ts";

type Server = Output<"getSignInServer">;

const PATH = "/sign-in-servers";
const SERVER = `${PATH}/{server}`;

const renderList: RenderPage = async (request) => {
  const { data } = await request.run("listSignInServers", {});
  const sorted = data.toSorted((a, b) => rank(b) - rank(a));
  return renderShellPage(request, {
    title: "Sign-in servers",
    lead: "Register one OAuth client at a sign-in server. It opens every app that signs in there.",
    main: html`<section aria-labelledby="servers"><div class="bar"><h2 id="servers">Servers <span class="count">${sorted.length}</span></h2><a class="text" href="/integrations">Integrations</a></div>
${
  sorted.length > 0
    ? html`<ul class="rows">${sorted.map(
        (server) =>
          html`<li class="row"><div class="grow"><h3>${server.vendor}</h3><p>${server.sign_in_host}, ${countApps(server)}</p></div>
${renderConfigured(server)}${renderPageIcon("next")}<a class="cover" href="${PATH}/${server.id}" aria-label="${server.vendor}, ${server.sign_in_host}"></a></li>`,
      )}</ul>`
    : html`<p class="box empty">No app of the catalog signs in at a shared server.</p>`
}</section>`,
  });
};

/** Servers that reject their client come first, then those that have one. */
const rank = ({ configured, failure }: Server): number =>
  Number(configured) + Number(failure !== undefined);

const countApps = ({ apps_count: count }: Server): string =>
  count === 1 ? "1 app" : `${count.toLocaleString("en")} apps`;

const renderConfigured = ({ configured, failure }: Server): Html => {
  if (failure)
    return html`<span class="state attention">${renderJack("attention")}<span>Rejected</span></span>`;
  return configured
    ? html`<span class="state active">${renderJack("active")}<span>Ready</span></span>`
    : html`<span class="state off">${renderJack("off")}<span>No client</span></span>`;
};

/** Renders why the server rejects the stored client. */
const renderFailure = ({ failure, id }: Server, now: number): Html | undefined =>
  failure &&
  html`<div class="alert">${renderJack("attention")}<div class="alert-text"><h2>${id} rejects the client</h2><p>${failure.message}</p><p>It happened ${renderTime(failure.at, now)}, with <a href="/integrations/${failure.app}">${failure.app}</a>. Sign-ins and token refreshes fail until you correct the client.</p></div></div>`;

const renderServer =
  (result?: Output<"testOauthClient">): RenderPage =>
  async (request) => {
    const { parameters, run } = request;
    const server = await run("getSignInServer", { server: parameters["server"] });
    const path = `${PATH}/${server.id}`;
    return renderShellPage(request, {
      title: server.vendor,
      lead: html`<a href="${PATH}">Sign-in servers</a>`,
      action: renderConfigured(server),
      main: html`${renderProofLink(request, path)}
${result && html`<p class="box" role="status">${result.detail}</p>`}
${renderFailure(server, request.context.now())}
<section aria-labelledby="client"><h2 id="client">OAuth client</h2>
<form class="box" method="post" action="${path}/client">
${renderClientFields(server, request)}
<button type="submit">${server.configured ? "Replace the client" : "Save the client"}</button></form></section>
${
  server.configured &&
  html`<section aria-labelledby="manage"><h2 id="manage">Test or delete</h2><div class="buttons">
<form method="post" action="${path}/test"><button type="submit" class="quiet">Test the client</button></form>
<form method="post" action="${path}/delete"><button type="submit" class="danger">Delete the client</button></form></div></section>`
}
<section aria-labelledby="apps"><h2 id="apps">Apps <span class="count">${server.apps_count.toLocaleString("en")}</span></h2>
<ul class="rows">${server.apps.map(({ id, name }) => html`<li class="row"><div class="grow"><h3>${name}</h3></div>${renderPageIcon("next")}<a class="cover" href="/integrations/${id}" aria-label="${name}"></a></li>`)}</ul>
${server.apps_count > server.apps.length && html`<p>And ${(server.apps_count - server.apps.length).toLocaleString("en")} more.</p>`}</section>`,
    });
  };

const toServer = ({ parameters }: PageRequest): string => `${PATH}/${parameters["server"]}`;

/** The sign-in servers that apps of the catalog share. */
export const signInServersPage: Page = { path: PATH, role: "owner", render: renderList };

/** A sign-in server: its OAuth client and its apps. */
export const signInServerPage: Page = {
  path: SERVER,
  role: "owner",
  render: renderServer(),
  forms: [
    withConfirmation(
      accountForm(`${SERVER}/client`, "putOauthClient", toServer),
      describeServerClientReplacement,
    ),
    accountForm(`${SERVER}/test`, "testOauthClient", async (request, result) =>
      renderServer(result)(request),
    ),
    withConfirmation(
      accountForm(`${SERVER}/delete`, "deleteOauthClient", toServer),
      describeServerClientDeletion,
    ),
  ],
};
