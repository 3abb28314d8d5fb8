import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type {
  ConnectionContext,
  StoredConnection,
} from "../../../ports/stores/connection-store.ts";
import { offersChoice, selectedChoice } from "../../connections/context/context-values.ts";
import { contextFieldName } from "../../connections/flow/submit-context-form.ts";
import type { ResolvedApp } from "../../connections/resolved-app.ts";
import { ownerLabel } from "./labels.ts";
import { type AppTile, connectPage, plugIllustration } from "./page.ts";
import { permissionList } from "./permissions.ts";

/** Redirects the browser to the app's sign-in page, with a link as a fallback. */
export const redirectPage = (
  origin: string,
  app: AppTile,
  url: string,
  cookies: readonly string[],
): Promise<HttpResponse> =>
  connectPage(origin, {
    title: `Redirecting to ${app.name}`,
    redirectTo: url,
    cookies,
    main: html`${plugIllustration(app, "open")}
<h1>Redirecting to ${app.name}</h1>
<p class="lead">Sign in at ${new URL(url).host}. You then return to this site.</p>
<a class="button wide" href="${url}" rel="noreferrer">Continue to ${app.name}</a>`,
  });

/**
 * Confirms that the app is connected, and lets the user choose what the connection belongs to. With
 * `redirects`, the page goes to `returnUrl` at once.
 */
export function connectedPage(
  origin: string,
  { record }: ResolvedApp,
  stored: StoredConnection,
  returnUrl: string | undefined,
  { token, redirects = false }: { readonly token: string; readonly redirects?: boolean },
): Promise<HttpResponse> {
  const {
    label,
    user,
    who,
    scopes,
    id,
    reason,
    context = {},
    method: methodId,
  } = stored.connection;
  const method = record.methods.find(({ id }) => id === methodId);
  const isAsking = offersChoice(stored);
  const account = who?.email ?? who?.name ?? who?.id;
  return connectPage(origin, {
    title: `${record.name} is connected`,
    ...(redirects && { redirectTo: returnUrl }),
    main: html`${plugIllustration(record, "on")}
<h1>${record.name} is connected</h1>
<p class="lead">${returnUrl === undefined ? "You can close this window." : "You can go back now."} The program that requested this connection can use it now.${isAsking && " Choose below what its tools use."}</p>
${reason?.code === "not_tested" && html`<div class="notice"><p><strong>The credentials are not tested.</strong> ${reason.message} If a tool fails, connect again.</p></div>`}
<dl class="facts">
${account !== undefined && html`<div><dt>Signed in as</dt><dd>${account}</dd></div>`}
<div><dt>For</dt><dd>${ownerLabel(user)}</dd></div>
<div><dt>Label</dt><dd>${label}</dd></div>
${Object.values(context).map(contextFact)}
<div><dt>Connection ID</dt><dd>${id}</dd></div>
</dl>
${contextForm(token, context, isAsking)}
${
  scopes &&
  scopes.length > 0 &&
  html`<section aria-labelledby="allows"><h2 id="allows">What you allowed</h2>
${permissionList(method, scopes)}</section>`
}
${returnUrl !== undefined && html`<a class="button wide${isAsking && " quiet"}" href="${returnUrl}" rel="noreferrer">Back to ${new URL(returnUrl).host}</a>`}
<p class="small">To remove access, delete the connection, or revoke it in the settings of ${record.name}.</p>`,
  });
}

/** What the connection belongs to, or why the app didn't say. Several choices are in the form. */
function contextFact(entry: ConnectionContext): Html | false {
  if (entry.choices.length > 1) return false;
  const selected = selectedChoice(entry);
  const text = selected ? (selected.text ?? selected.id) : entry.failure;
  return text !== undefined && html`<div><dt>${entry.label}</dt><dd>${text}</dd></div>`;
}

/** The form that chooses what the connection belongs to, if the app lists several. */
function contextForm(
  token: string,
  context: Readonly<Record<string, ConnectionContext>>,
  isAsking: boolean,
): Html | false {
  const entries = Object.entries(context).filter(([, { choices }]) => choices.length > 1);
  return (
    entries.length > 0 &&
    html`<form class="choices" method="post" action="/connect/${token}">
${entries.map(([name, entry]) =>
  renderField(
    {
      id: contextFieldName(name),
      label: entry.label,
      hint: "The tools of this connection use it.",
    },
    (attributes) =>
      html`<select${attributes}>${entry.choices.map((choice) => html`<option value="${choice.id}"${choice === selectedChoice(entry) && html` selected`}>${choice.text ?? choice.id}</option>`)}</select>`,
  ),
)}
<button type="submit" class="wide${!isAsking && " quiet"}">Save</button></form>`
  );
}

/** Explains that the user refused or that the app returned an error. */
export const refusedPage = (
  origin: string,
  { record }: ResolvedApp,
  {
    by,
    reason,
    retryUrl,
    returnUrl,
    cookies,
  }: {
    readonly by: "person" | "app";
    readonly reason: string;
    readonly retryUrl: string;
    readonly returnUrl?: string | undefined;
    readonly cookies: readonly string[];
  },
): Promise<HttpResponse> =>
  connectPage(origin, {
    status: by === "person" ? 200 : 400,
    title:
      by === "person"
        ? `${record.name} was not connected`
        : `${record.name} could not be connected`,
    cookies,
    main: html`${plugIllustration(record, "off")}
<h1>${by === "person" ? `${record.name} was not connected` : `${record.name} could not be connected`}</h1>
<p class="lead">${by === "person" ? "You granted no access, and nothing was stored." : "Nothing was stored."}</p>
<div class="notice"><p>${reason}</p></div>
<a class="button wide" href="${retryUrl}">Try again</a>
${returnUrl !== undefined && html`<a class="button quiet wide" href="${returnUrl}" rel="noreferrer">Back to ${new URL(returnUrl).host}</a>`}`,
  });

const PROBLEM_PAGES = {
  unknown: {
    status: 404,
    title: "This link is invalid",
    lead: "Part of the link may be missing, because some programs break long links. Copy the whole link and try again.",
  },
  expired: {
    status: 410,
    title: "This link has expired",
    lead: "A link works for 15 minutes. Request a new one where you got it.",
  },
  used: {
    status: 410,
    title: "This link has already been used",
    lead: "Each link works once. If you didn’t use it, ask the person who sent it to delete the connection. Otherwise, request a new link.",
  },
  other_browser: {
    status: 409,
    title: "This link is in use in another browser",
    lead: "Continue in that browser with cookies allowed, or request a new link where you got this one.",
  },
  revoked: {
    status: 410,
    title: "This link is no longer valid",
    lead: "The app or connection was deleted, or the API key that created the link can no longer connect apps.",
  },
  no_sign_in: {
    status: 400,
    title: "There is no sign-in to complete",
    lead: "This sign-in was already completed, took longer than 15 minutes, or started in another browser. Nothing was changed. Open your link again, or request a new one.",
  },
  cookies_blocked: {
    status: 400,
    title: "Your browser blocks cookies",
    lead: "This page needs one cookie, so that nobody else can complete what you start. Allow cookies for this site, and open the link again.",
  },
  foreign_form: {
    status: 403,
    title: "This form came from another site",
    lead: "Only the form on this page is accepted. Open the link again.",
  },
  failed: {
    status: 503,
    title: "Something went wrong",
    lead: "Nothing was changed. Try again in a minute.",
  },
} as const;

/** The problems that have a page. */
type PageProblem = keyof typeof PROBLEM_PAGES;

/** Explains why a connect link or a callback can't be used. */
export function problemPage(
  origin: string,
  problem: PageProblem,
  {
    appName,
    returnUrl,
    retryUrl,
    cookies,
  }: {
    readonly appName?: string | undefined;
    /** Where the program that created the link waits. */
    readonly returnUrl?: string | undefined;
    /** The link, if it may work when it is opened again. */
    readonly retryUrl?: string | undefined;
    readonly cookies?: readonly string[] | undefined;
  } = {},
): Promise<HttpResponse> {
  const { status, title, lead } = PROBLEM_PAGES[problem];
  const main: Html = html`${plugIllustration({ name: appName ?? "?" }, "off")}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${retryUrl && html`<a class="button wide" href="${retryUrl}">Open the link again</a>`}
${returnUrl !== undefined && html`<a class="button quiet wide" href="${returnUrl}" rel="noreferrer">Back to ${new URL(returnUrl).host}</a>`}`;
  return connectPage(origin, { status, title, main, cookies });
}
