import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html, renderErrorSummary, renderField } from "../../../lib/html-page/index.ts";
import { credentialFields, type FieldError } from "../../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord, AuthMethod, InputField } from "../../../lib/openapi-tools/index.ts";
import type { ActiveLink, MethodChoice } from "../../connections/flow/connect-links.ts";
import type { RejectedForm } from "../../connections/flow/connect-step.ts";
import { formatTime, methodDescription, methodLabel, ownerLabel } from "./labels.ts";
import { connectPage, plugIllustration } from "./page.ts";
import { describeAccess, permissionList } from "./permissions.ts";
import { buildReturnUrl } from "./return-url.ts";

/** Renders the page of a connect link: the app, the user, the permissions and the form. */
export function formPage(
  origin: string,
  activeLink: ActiveLink,
  choice: MethodChoice | undefined,
  {
    rejected,
    cookies,
  }: {
    readonly rejected?: RejectedForm | undefined;
    readonly cookies?: readonly string[] | undefined;
  } = {},
): Promise<HttpResponse> {
  const { record } = activeLink.app;
  const { connection } = activeLink.stored ?? {};
  const isReconnect =
    connection !== undefined && connection.status !== "pending" && connection.status !== "failed";
  const { errors = [], values = connection?.fields ?? {}, refusal } = rejected ?? {};
  const title = `${isReconnect ? "Reconnect" : "Connect"} ${record.name}`;
  const fields = choice ? credentialFields(record, choice.method) : [];
  const isRedirect = choice?.method.type === "oauth2" || choice?.method.type === "mcp_oauth";
  const main = html`${plugIllustration(record, "open")}
<h1>${title}</h1>
<p class="lead">${truncate(record.description)}</p>
${errorSummary(refusal)}
<dl class="facts">
<div><dt>For</dt><dd>${ownerLabel(activeLink.link.user)}</dd></div>
<div><dt>Label</dt><dd>${connection?.label ?? record.name}</dd></div>
<div><dt>Link expires at</dt><dd>${formatTime(activeLink.link.expires)}</dd></div>
</dl>
${activeLink.choices.length > 1 && methodList(activeLink, choice)}
${choice && !choice.isConfigured && html`<div class="notice"><p><strong>You can’t connect ${record.name} this way yet.</strong> First, the operator of this service has to register an OAuth client with ${record.name}. Then this link works.</p></div>`}
${
  choice?.isConfigured &&
  html`<form method="post" action="/connect/${activeLink.token}" novalidate>
<input type="hidden" name="method" value="${choice.method.id}">
${
  fields.length > 0 &&
  html`<fieldset><legend>${isRedirect ? "Before you sign in" : `Your ${record.name} credentials`}</legend>
${!isRedirect && fields.some(({ secret }) => secret) && credentialSource(record, choice.method)}
${fields.map((field) => fieldInput(field, values[field.name] ?? "", errors, rejected !== undefined))}
</fieldset>`
}
${permissionSection(activeLink, choice)}
<p class="warning">Continue only if you requested this yourself. The person who gave you this link can then use ${record.name} on your behalf.</p>
<button type="submit" class="wide">${isRedirect ? `Continue to ${record.name}` : title}</button>
${choice.method.type !== "none" && html`<p class="small">${isRedirect ? `You sign in on ${record.name}’s own page. The tokens that it issues are` : "Your credentials are"} stored encrypted, never shown to anyone, and deleted with the connection.</p>`}
</form>`
}
${cancelLink(activeLink)}
${activeLink.choices.length === 0 && html`<div class="notice"><p>${record.name} has no known authentication method, so you can’t connect it.</p></div>`}`;
  return connectPage(origin, {
    status: rejected ? 422 : 200,
    title: rejected ? `Error: ${title}` : title,
    main,
    cookies,
  });
}

/** Names the page of the app where users create credentials, or where it documents them. */
function credentialSource(
  { name, docs, website }: AppRecord,
  { setupUrl, type }: AuthMethod,
): Html | false {
  const words = CREDENTIAL_WORDS[type];
  const link = (url: string) =>
    html`<a href="${url}" rel="noreferrer" target="_blank">${nameUrl(url)}</a>`;
  if (setupUrl !== undefined && isWebUrl(setupUrl))
    return html`<p class="hint">Create ${words} on this page of ${name}: ${link(setupUrl)}</p>`;
  const about = docs ?? website;
  if (about === undefined || !isWebUrl(about)) return false;
  return html`<p class="hint">Create ${words} in the settings of your account at ${name}. See ${link(about)}</p>`;
}

const CREDENTIAL_WORDS: Readonly<Record<AuthMethod["type"], string>> = {
  api_key: "the key",
  bearer: "the token",
  basic: "the credentials",
  sigv4: "the access key",
  oauth2: "an OAuth client",
  oauth2_cc: "the client",
  mcp_oauth: "an OAuth client",
  none: "the credentials",
};

const isWebUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? "");

/** Returns a URL as people read it: the host and the path. */
function nameUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : `${host}${pathname}`;
}

/** The way back to the program that created the link, without connecting. */
function cancelLink({ link: { returnUrl, connection } }: ActiveLink): Html | false {
  if (returnUrl === undefined || connection === undefined) return false;
  const url = buildReturnUrl(returnUrl, { connection, reason: "canceled" });
  return html`<a class="button quiet wide" href="${url}" rel="noreferrer">Cancel and go back to ${new URL(returnUrl).host}</a>`;
}

const methodList = (
  activeLink: ActiveLink,
  selected: MethodChoice | undefined,
): Html => html`<section aria-labelledby="methods"><h2 id="methods">How to connect</h2>
<ul class="methods">
${activeLink.choices.map((choice) => {
  const { method, isConfigured } = choice;
  const name = methodLabel(method, activeLink.app.record.name);
  if (!isConfigured)
    return html`<li><span class="off">${name}<small>Not configured on this service yet</small></span></li>`;
  return html`<li><a href="?method=${encodeURIComponent(method.id)}"${choice === selected && html` aria-current="true"`}>${name}<small>${methodDescription(method, activeLink.app.record.name)}</small></a></li>`;
})}
</ul></section>`;

/** Lists the permissions that the user is about to grant. */
function permissionSection(
  { app: { record }, link, stored }: ActiveLink,
  { method }: MethodChoice,
): Html {
  const scopes =
    link.scopes ??
    stored?.connection.asked ??
    (method.scopes ?? []).filter(({ isDefault }) => isDefault).map(({ name }) => name);
  return html`<section aria-labelledby="allows"><h2 id="allows">What you allow</h2>
${permissionList(method, scopes)}
<p>${describeAccess(record, method, accessLimit(record.name, method, scopes), { hasScopes: scopes.length > 0 })}</p></section>`;
}

function accessLimit(app: string, { type }: AuthMethod, scopes: readonly string[]): string {
  if (scopes.length > 0) return "within these permissions";
  if (type === "none") return "";
  return type === "oauth2" || type === "mcp_oauth"
    ? `within the permissions that you grant on ${app}’s page`
    : "within the permissions of your credentials";
}

function fieldInput(
  { name, label, secret, required, help }: InputField,
  value: string,
  errors: readonly FieldError[],
  isRejected: boolean,
): Html {
  // Secrets are never shown again.
  const again = isRejected && secret ? "Enter it again: it wasn\u2019t kept." : undefined;
  const error = errors.find(({ field }) => field === name)?.message;
  return renderField(
    {
      id: fieldId(name),
      label,
      hint: [help, again].filter(Boolean).join(" ") || undefined,
      error,
      isOptional: !required,
    },
    (attributes) =>
      html`<input${attributes} type="${secret ? "password" : "text"}"${secret && html` class="secret"`} value="${secret ? "" : value}" autocomplete="off" autocapitalize="none" spellcheck="false">`,
  );
}

const fieldId = (name: string): string => `f_${name}`;

/** Says why the app wasn't connected, unless the fields say all of it. */
const errorSummary = (refusal: string | undefined): Html | false =>
  refusal !== undefined && renderErrorSummary("Not connected", [], refusal);

const truncate = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 199).replace(/\s+\S*$/, "")}…` : text;
