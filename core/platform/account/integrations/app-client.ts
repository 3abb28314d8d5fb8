import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { Output } from "../contract.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { secretHint } from "../pages/parts/secret-field.ts";
import { renderTime } from "../pages/parts/time.ts";

type AppClient = Output<"getAppClient">;
type SignInServer = Output<"getSignInServer">;

/** Renders where a client is registered, and the fields to enter it. */
export function renderClientFields(
  { client_id: id, setup_url: setupUrl, redirect_uri: redirectUri }: AppClient | SignInServer,
  request: Pick<PageRequest, "problem" | "fields" | "secrets">,
): Html {
  const { problem, fields } = request;
  const error = (field: string) => fieldError(problem, field);
  return html`<p>Register an OAuth client${setupUrl !== undefined && html` <a href="${setupUrl}" rel="noreferrer">on this page</a>`} with the redirect URI <code>${redirectUri}</code>. Then enter it here.</p>
${renderField({ id: "client_id", label: "Client ID", error: error("client_id") }, (attributes) => html`<input${attributes} value="${fields?.get("client_id") ?? id ?? ""}" maxlength="500" autocomplete="off" spellcheck="false">`)}
${renderField({ id: "client_secret", label: "Client secret", hint: secretHint(request, "client_secret", "Leave it empty for a public client."), error: error("client_secret"), isOptional: true }, (attributes) => html`<input${attributes} type="password" maxlength="4000" autocomplete="off">`)}`;
}

/** Renders the OAuth client of one app, and the form to change it. */
export function renderAppClient(client: AppClient, name: string, request: PageRequest): Html {
  const { app, configured, failure, server } = client;
  const path = `/integrations/${app}/client`;
  const isRejected =
    request.path === path ||
    request.problem?.errors?.some(({ pointer }) => /client_/.test(pointer));
  const form = html`<form class="box" method="post" action="${path}">${renderClientFields(client, request)}
<button type="submit">${configured ? "Replace the client" : "Save the client"}</button></form>`;
  return html`<section aria-labelledby="client"><h2 id="client">OAuth client</h2>
${
  failure &&
  html`<div class="alert">${renderJack("attention")}<div class="alert-text"><h3>${name} rejects the client</h3><p>${failure.message}</p><p>It happened ${renderTime(failure.at, request.context.now())}. Sign-ins and token refreshes fail until you correct the client.</p></div></div>`
}
${server && renderServer(server, client, name)}
${server && !failure ? html`<details class="fold"${(configured || isRejected) && html` open`}><summary>${configured ? `The client of ${name}` : `Use a client for ${name} only`}</summary>${form}</details>` : form}
${configured && html`<form method="post" action="${path}/delete"><button type="submit" class="danger">Delete the client</button></form>`}</section>`;
}

function renderServer(
  {
    id,
    vendor,
    apps_count: count,
    configured: isServerConfigured,
  }: NonNullable<AppClient["server"]>,
  { configured }: AppClient,
  name: string,
): Html {
  const link = html`<a href="/sign-in-servers/${id}">${vendor}</a>`;
  if (configured) return html`<p>${name} uses its own client in place of that of ${link}.</p>`;
  if (isServerConfigured) return html`<p>${name} uses the client of ${link}.</p>`;
  return html`<div class="box"><p>${name} needs an OAuth client of ${vendor}. ${count > 1 ? `Set it up once for ${count.toLocaleString("en")} apps.` : "Set it up once."}</p>
<a class="button" href="/sign-in-servers/${id}">Set up ${vendor}</a></div>`;
}
