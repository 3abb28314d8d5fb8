import { table } from "../../../../generated/account/operations.ts";
import type { HttpResponse } from "../../../http/handler.ts";
import { Problem } from "../../../http/problem.ts";
import { html, renderField } from "../../../lib/html-page/index.ts";
import { isLoopback } from "../../../lib/kit/net/loopback.ts";
import { isFresh } from "../access/authorize.ts";
import { renderAppsField, renderLifetimeField, renderPermissionFields } from "../keys/key-form.ts";
import { renderEntryPage } from "../pages/entry-page.ts";
import { decodeForm } from "../pages/form-input.ts";
import type { Page, PageForm } from "../pages/page.ts";
import { toSignIn } from "../pages/page-handler.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { AUTHORIZE_PATH } from "./addresses.ts";
import {
  buildResponseUrl,
  findRepeatedParameter,
  findRequestError,
  readParameters,
  readScopes,
  requireClient,
} from "./authorization-request.ts";
import type { McpClient } from "./client-directory.ts";

/** Preselected if the client requests no scope that Jackfield has. */
const DEFAULT_PERMISSIONS = ["read", "run"];

/** Asks the person what an MCP client may do. An invalid request never sends the browser away. */
async function render(request: PageRequest): Promise<HttpResponse> {
  const { context, assets, query, problem } = request;
  const { origin, apiOrigins, current } = context;
  if (!isFresh(current, context)) return toSignIn(`${AUTHORIZE_PATH}?${query}`);
  const { parameters, client, redirectUri } = await readRequest(query, request);
  const name = nameOf(client, redirectUri);
  const returnUrl = (response: Readonly<Record<string, string>>) =>
    buildResponseUrl(redirectUri, parameters, apiOrigins, response);
  const rejected = findRequestError(parameters, apiOrigins);
  if (rejected) {
    const { error, description } = rejected;
    const page = await renderEntryPage(
      { origin, assets },
      {
        title: `${name} sent an invalid request`,
        main: html`<p>${description}</p>
<p><a href="${returnUrl({ error, error_description: description })}">Return to ${new URL(redirectUri).host}</a></p>`,
      },
    );
    return { ...page, status: 400 };
  }
  return renderEntryPage(
    { origin, assets },
    {
      title: `Let ${name} use your account?`,
      problem,
      main: html`<p class="lead">You are signed in as <strong>${current.person.name}</strong> at ${new URL(origin).host}.</p>
${renderIdentity(client, redirectUri)}
${renderForm(request, { name, returnUrl: returnUrl({ error: "access_denied" }), scopes: readScopes(parameters) })}`,
    },
  );
}

/** Says what is known about the client. Anyone can register one under any name. */
function renderIdentity(client: McpClient, redirectUri: string) {
  const { host, hostname } = new URL(redirectUri);
  return html`<dl class="facts">
<div><dt>MCP client</dt><dd>${nameOf(client, redirectUri)}<small>${client.host === undefined ? "Not verified: the client chose this name itself." : `Published by ${client.host}.`}</small></dd></div>
<div><dt>Returns to</dt><dd><strong>${host}</strong><small>${isLoopback(hostname) ? "A program on this computer." : "Continue only if you want to give this site access."}</small></dd></div>
</dl>`;
}

function renderForm(
  { query, problem, fields }: PageRequest,
  {
    name,
    returnUrl,
    scopes,
  }: {
    readonly name: string;
    readonly returnUrl: string;
    readonly scopes: readonly string[];
  },
) {
  const error = (id: string) => fieldError(problem, id);
  const value = (id: string) => fields?.get(id) ?? "";
  const permissions =
    fields?.getAll("permissions") ?? (scopes.length > 0 ? scopes : DEFAULT_PERMISSIONS);
  return html`<form method="post" action="${AUTHORIZE_PATH}?${String(query)}">
<p></p>
${renderPermissionFields({ permissions, hasPermissionError: error("permissions") !== undefined })}
${renderLifetimeField({ value: fields ? value("lifetime_days") : "90", error: error("lifetime_days") })}
<details class="fold"${[value("apps"), error("apps"), error("name")].some(Boolean) && html` open`}><summary>Limit it to apps, or change its name</summary>
${renderAppsField({ value: value("apps"), error: error("apps") })}
${renderField({ id: "name", label: "Name", hint: "How the client is listed under Keys.", error: error("name") }, (attributes) => html`<input${attributes} value="${fields ? value("name") : name}" maxlength="100" autocomplete="off">`)}
</details>
<p></p>
<div class="buttons"><button type="submit">Allow</button><a class="text" href="${returnUrl}">Cancel</a></div>
<p></p>
<p class="hint">You can end this at any time under <a href="/keys">Keys</a>.</p>
</form>`;
}

/** Creates the grant, and sends the browser back to the client. */
const submit: PageForm["submit"] = async (request, fields) => {
  const { context, assets, query, run } = request;
  const { client, redirectUri } = await readRequest(query, request);
  const { redirect_url: url } = await run("createGrant", {
    ...decodeForm(DECISION_PROPERTIES, fields),
    ...decodeForm(REQUEST_PROPERTIES, query),
  });
  const name = nameOf(client, redirectUri);
  // A page instead of a redirect, because Content-Security-Policy form-action applies to all
  // redirects after a form, and the client may have some.
  return renderEntryPage(
    { origin: context.origin, assets },
    {
      title: `${name} may use your account`,
      main: html`<p>You return to ${new URL(redirectUri).host}. <a href="${url}">Continue</a> if nothing happens.</p>`,
      redirectTo: url,
    },
  );
};

/** The input of `createGrant` that the person decides. The query has the rest. */
const DECISIONS = new Set(["name", "permissions", "apps", "lifetime_days"]);

const selectProperties = (isSelected: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(table.operations.createGrant.input.properties).filter(([name]) =>
      isSelected(name),
    ),
  );

const DECISION_PROPERTIES = selectProperties((name) => DECISIONS.has(name));
const REQUEST_PROPERTIES = selectProperties((name) => !DECISIONS.has(name));

/** Reads the request of a known client. Throws the `Problem` "invalid_input". */
async function readRequest(query: URLSearchParams, { context }: PageRequest) {
  const repeated = findRepeatedParameter(query);
  if (repeated !== undefined)
    throw new Problem("invalid_input", `The MCP client sent ${repeated} twice.`, {
      hint: "Start the sign-in in the MCP client again.",
    });
  const parameters = readParameters(query);
  return { parameters, ...(await requireClient(parameters, context)) };
}

const nameOf = (client: McpClient, redirectUri: string): string =>
  client.name ?? client.host ?? new URL(redirectUri).host;

/** The authorization endpoint, on which a person decides what an MCP client may do. */
export const authorizePage: Page = {
  path: AUTHORIZE_PATH,
  role: "member",
  render,
  forms: [{ path: AUTHORIZE_PATH, submit }],
};
