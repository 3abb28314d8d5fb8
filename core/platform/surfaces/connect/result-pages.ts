import { type Html, html } from "../../../domain/html.ts";
import type { HttpResponse } from "../../../http/handler.ts";
import type { StoredConnection } from "../../../ports/connection-store.ts";
import type { ResolvedApp } from "../../connections/deps.ts";
import { scopeLabel } from "./labels.ts";
import { connectPage, plugIllustration } from "./page.ts";

/** On the way to the app: the browser goes by itself, and there is a link where it does not. */
export const redirectPage = (
  origin: string,
  name: string,
  url: string,
  cookies: readonly string[],
): Promise<HttpResponse> =>
  connectPage(origin, {
    title: `Taking you to ${name}`,
    redirectTo: url,
    cookies,
    main: html`${plugIllustration(name, "open")}
<h1>Taking you to ${name}</h1>
<p class="lead">You sign in at ${new URL(url).host}, and come back here.</p>
<a class="button" href="${url}" rel="noreferrer">Continue to ${name}</a>`,
  });

/** It is done. */
export function connectedPage(
  origin: string,
  { record }: ResolvedApp,
  { connection: { label, user, who, scopes, id } }: StoredConnection,
  returnUrl: string | undefined,
  { goesBack: redirects = false } = {},
): Promise<HttpResponse> {
  const account = who?.email ?? who?.name ?? who?.id;
  return connectPage(origin, {
    title: `${record.name} is connected`,
    ...(redirects && { redirectTo: returnUrl }),
    main: html`${plugIllustration(record.name, "on")}
<h1>${record.name} is connected</h1>
<p class="lead">${returnUrl === undefined ? "You can close this window." : "You can go back now."} The program that asked for it can go on by itself.</p>
<dl class="facts">
${account !== undefined && html`<div><dt>Signed in as</dt><dd>${account}</dd></div>`}
<div><dt>For</dt><dd>${user === undefined ? "this service’s account" : `the user ${user}`}</dd></div>
<div><dt>Called</dt><dd>${label}</dd></div>
${scopes && scopes.length > 0 && html`<div><dt>Allowed</dt><dd>${scopes.slice(0, 12).map(scopeLabel).join(", ")}${scopes.length > 12 && ` and ${scopes.length - 12} more`}</dd></div>`}
<div><dt>Connection</dt><dd>${id}</dd></div>
</dl>
${returnUrl !== undefined && html`<a class="button" href="${returnUrl}" rel="noreferrer">Back to ${new URL(returnUrl).host}</a>`}
<p class="small">To take it away again, delete the connection, or withdraw it in the settings of ${record.name}.</p>`,
  });
}

/** The app said no, or could not say yes. */
export const refusedPage = (
  origin: string,
  { record }: ResolvedApp,
  {
    outcome,
    reason,
    retryUrl,
    returnUrl,
    cookies,
  }: {
    readonly outcome: "refused" | "failed";
    readonly reason: string;
    readonly retryUrl: string;
    readonly returnUrl?: string | undefined;
    readonly cookies: readonly string[];
  },
): Promise<HttpResponse> =>
  connectPage(origin, {
    status: outcome === "refused" ? 200 : 400,
    title:
      outcome === "refused"
        ? `${record.name} was not connected`
        : `${record.name} could not be connected`,
    cookies,
    main: html`${plugIllustration(record.name, "off")}
<h1>${outcome === "refused" ? `${record.name} was not connected` : `${record.name} could not be connected`}</h1>
<p class="lead">${outcome === "refused" ? "Nothing was allowed, and nothing was kept." : "Nothing was kept."}</p>
<div class="said"><p>${reason}</p></div>
<a class="button" href="${retryUrl}">Try again</a>
${returnUrl !== undefined && html`<a class="button quiet" href="${returnUrl}" rel="noreferrer">Back to ${new URL(returnUrl).host}</a>`}`,
  });

const PROBLEM_PAGES: Readonly<
  Record<string, { readonly status: number; readonly title: string; readonly lead: string }>
> = {
  unknown: {
    status: 404,
    title: "This link leads nowhere",
    lead: "Part of it may be missing: links are long, and some programs break them. Copy it again, in full.",
  },
  expired: {
    status: 410,
    title: "This link is over",
    lead: "It was good for 15 minutes. Ask for a new one where you got it.",
  },
  used: {
    status: 410,
    title: "This link was used",
    lead: "Each link works once. If it was not you who used it, ask whoever gave it to you to delete the connection; otherwise ask for a new link.",
  },
  elsewhere: {
    status: 409,
    title: "This link was begun in another browser",
    lead: "Go on there, with cookies allowed, or ask for a new link where you got it.",
  },
  withdrawn: {
    status: 410,
    title: "This link was withdrawn",
    lead: "What it was for has been deleted, or whoever made it may not connect apps any more.",
  },
  nothing: {
    status: 400,
    title: "There is nothing to finish here",
    lead: "This sign-in was finished before, took longer than 15 minutes, or began in another browser. Nothing was changed. Open the link that you were given again, or ask for a new one.",
  },
  cookies: {
    status: 400,
    title: "This browser keeps no cookies",
    lead: "One is needed, for 15 minutes, so that nobody else can finish what you begin. Allow cookies for this address, and open the link again.",
  },
  foreign: {
    status: 403,
    title: "This form came from elsewhere",
    lead: "Only this page’s own form is taken. Open the link again.",
  },
  failed: {
    status: 503,
    title: "That did not work just now",
    lead: "Nothing was changed. Try again in a minute.",
  },
};

/** A page for a link, or a way back, that leads no further. */
export function problemPage(
  origin: string,
  problem: string,
  {
    appName,
    cookies,
  }: {
    readonly appName?: string | undefined;
    readonly cookies?: readonly string[] | undefined;
  } = {},
): Promise<HttpResponse> {
  const { status, title, lead } = PROBLEM_PAGES[problem] ?? PROBLEM_PAGES["unknown"]!;
  const main: Html = html`${plugIllustration(appName ?? "?", "off")}
<h1>${title}</h1>
<p class="lead">${lead}</p>`;
  return connectPage(origin, { status, title, main, cookies });
}
