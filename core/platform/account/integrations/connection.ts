import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { methodLabel, scopeLabel } from "../../pages/connect/labels.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderTime } from "../pages/parts/time.ts";
import { type Connection, renderState } from "./app.ts";

type App = PlatformOutput<"getApp">;

/** Renders a connection of an app, with what people can do with it. */
export function renderConnection(connection: Connection, app: App, request: PageRequest): Html {
  const now = request.context.now();
  const { id, label, account, default: isDefault, status, status_reason: reason } = connection;
  const path = `/integrations/${app.id}/connections/${id}`;
  const rejected = request.path === `${path}/change` && request.problem ? request : undefined;
  const button = (action: string, text: string, style = "quiet") =>
    html`<form method="post" action="${path}/${action}"><button type="submit" class="${style} small-button" aria-label="${text} ${label}">${text}</button></form>`;
  const toggle = (name: string, value: string, text: string) =>
    html`<form method="post" action="${path}/change"><input type="hidden" name="${name}" value="${value}"><button type="submit" class="quiet small-button" aria-label="${text} ${label}">${text}</button></form>`;
  return html`<li class="row wraps" id="${id}"><div class="grow"><h3>${label}${isDefault && html`<span class="chip">Default</span>`}</h3>
<p>${[account?.email ?? account?.name, reason?.message].filter(Boolean).join(". ")}${connection.last_used_at === undefined ? html` Not used yet.` : html` Last used ${renderTime(connection.last_used_at, now)}.`}</p></div>
${renderState(connection)}<div class="buttons">${(status === "expired" || status === "failed") && button("reconnect", "Reconnect", "")}${status === "active" && button("test", "Test")}${status === "active" && !isDefault && toggle("default", "true", "Make default")}${status === "active" ? toggle("enabled", "false", "Turn off") : status === "disabled" && toggle("enabled", "true", "Turn on")}${button("disconnect", "Disconnect")}</div>
<details class="fold"${rejected && html` open`}><summary>Details<span class="sr"> of ${label}</span></summary>${renderDetails(connection, app, now)}
${Object.entries(connection.context ?? {}).map(([name, entry]) => renderChoice(path, id, name, entry))}
${renderRename(path, connection, rejected)}</details></li>`;
}

/** The form that renames a connection, with what was typed if it was rejected. */
function renderRename(
  path: string,
  { id, label }: Connection,
  rejected: PageRequest | undefined,
): Html {
  const error = fieldError(rejected?.problem, "label");
  return html`<form class="inline" method="post" action="${path}/change"><label for="label-${id}">Label</label>${error && html`<p class="field-error" id="label-error">Error: ${error("Label")}.</p>`}<input id="label-${id}" name="label" value="${rejected?.fields?.get("label") ?? label}" required maxlength="100" autocomplete="off"${error && html` aria-invalid="true" aria-describedby="label-error" autofocus`}><button type="submit" class="quiet small-button">Rename</button></form>`;
}

/** The form that chooses what a connection belongs to at its app, if there are several. */
const renderChoice = (
  path: string,
  id: string,
  name: string,
  { label, id: selected, choices = [] }: NonNullable<Connection["context"]>[string],
): Html | false =>
  choices.length > 1 &&
  html`<form class="inline" method="post" action="${path}/change"><label for="${name}-${id}">${label}</label><select id="${name}-${id}" name="context.${name}">${choices.map((choice) => html`<option value="${choice.id}"${choice.id === selected && html` selected`}>${choice.name ?? choice.id}</option>`)}</select><button type="submit" class="quiet small-button">Change</button></form>`;

function renderDetails(connection: Connection, app: App, now: number): Html {
  const { user, scopes = [], auth_method: methodId, account } = connection;
  const method = app.auth.find(({ id }) => id === methodId);
  const fact = (name: string, value: Html | string | undefined | false) =>
    value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const time = (name: string, value: string | undefined) =>
    value !== undefined && fact(name, renderTime(value, now));
  return html`<dl class="facts">
${fact("ID", html`<code>${connection.id}</code>`)}
${fact("Account", account?.email ?? account?.name ?? account?.id)}
${Object.values(connection.context ?? {}).map(({ label, id: value, name, failure, choices }) => choices === undefined && fact(label, name ?? value ?? failure))}
${user !== null && fact("End user", html`<code>${user}</code>`)}
${method && fact("Signed in with", methodLabel(method, app.name))}
${scopes.length > 0 && fact("Permissions", renderScopes(scopes, method))}
${time("Connected", connection.created_at)}
${time("Token renewed", connection.last_refreshed_at)}
${time("Token expires", connection.expires_at)}
${time("Next renewal", connection.next_refresh_at)}
</dl>`;
}

/** Renders granted scopes in words, each with its name. */
function renderScopes(scopes: readonly string[], method: App["auth"][number] | undefined): Html {
  const descriptions = new Map(method?.scopes.map(({ name, description }) => [name, description]));
  return html`<ul class="plain">${scopes.map((name) => {
    const description = descriptions.get(name);
    return html`<li>${description ?? scopeLabel(name)}${description !== undefined && html` <code>${name}</code>`}</li>`;
  })}</ul>`;
}
