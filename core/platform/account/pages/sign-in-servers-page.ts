import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import { accountForm, type Page, type PageRequest, type RenderPage } from "./page.ts";
import { renderPageIcon } from "./parts/icon.ts";
import { renderJack } from "./parts/jack.ts";
import { fieldError } from "./parts/problem.ts";
import { renderShellPage } from "./shell-page.ts";

type Server = Output<"getSignInServer">;

const PATH = "/sign-in-servers";
const SERVER = `${PATH}/{server}`;

const renderList: RenderPage = async (request) => {
  const { data } = await request.run("listSignInServers", {});
  const sorted = data.toSorted((a, b) => Number(b.configured) - Number(a.configured));
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

const countApps = ({ apps_count: count }: Server): string =>
  count === 1 ? "1 app" : `${count.toLocaleString("en")} apps`;

const renderConfigured = ({ configured }: Server): Html =>
  configured
    ? html`<span class="state active">${renderJack("active")}<span>Ready</span></span>`
    : html`<span class="state off">${renderJack("off")}<span>No client</span></span>`;

const renderServer =
  (result?: Output<"testOauthClient">): RenderPage =>
  async (request) => {
    const { parameters, problem, fields, run } = request;
    const server = await run("getSignInServer", { server: parameters["server"] });
    const path = `${PATH}/${server.id}`;
    const error = (id: string) => fieldError(problem, id);
    return renderShellPage(request, {
      title: server.vendor,
      lead: html`<a href="${PATH}">Sign-in servers</a>`,
      action: renderConfigured(server),
      main: html`${problem?.code === "proof_required" && html`<p><a class="button" href="/sign-in?${new URLSearchParams({ next: path }).toString()}">Sign in again</a></p>`}
${result && html`<p class="box" role="status">${result.detail}</p>`}
<section aria-labelledby="client"><h2 id="client">OAuth client</h2>
<form class="box" method="post" action="${path}/client">
<p>Register an OAuth client${server.setup_url !== undefined && html` <a href="${server.setup_url}" rel="noreferrer">on this page</a>`} with the redirect URI <code>${server.redirect_uri}</code>. Then enter it here.</p>
${renderField({ id: "client_id", label: "Client ID", error: error("client_id") }, (attributes) => html`<input${attributes} value="${fields?.get("client_id") ?? server.client_id ?? ""}" maxlength="500" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "client_secret", label: "Client secret", hint: "Leave it empty for a public client.", error: error("client_secret"), isOptional: true }, (attributes) => html`<input${attributes} type="password" maxlength="4000" autocomplete="off">`)}
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
    accountForm(`${SERVER}/client`, "putOauthClient", toServer),
    accountForm(`${SERVER}/test`, "testOauthClient", async (request, result) =>
      renderServer(result)(request),
    ),
    accountForm(`${SERVER}/delete`, "deleteOauthClient", toServer),
  ],
};
