import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import { createSlug } from "../../../lib/openapi-tools/compile/index.ts";
import type { Output } from "../contract.ts";
import { accountForm, type Page } from "../pages/page.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderCheckbox } from "../pages/parts/checkbox.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderJack } from "../pages/parts/jack.ts";
import { fieldError } from "../pages/parts/problem.ts";
import { renderShellPage } from "../pages/shell-page.ts";

type Preview = Output<"previewApp">;

const PATH = "/integrations/add";

/** A document of 4,000,000 characters, and the rest of the form. */
const FORM_BYTES = 5 * 1024 * 1024;

const SIGN_INS: Readonly<Record<string, string>> = {
  oauth2: "OAuth, with a client that you register",
  mcp_oauth: "OAuth",
  oauth2_cc: "Client ID and secret",
  api_key: "API key",
  basic: "Username and password",
  bearer: "Access token",
  sigv4: "AWS access key",
  none: "No sign-in",
};

/** Renders the page, with the app that was read if there is one. */
async function render(request: PageRequest, preview?: Preview): Promise<HttpResponse> {
  const { fields, problem, query } = request;
  const value = (name: string) => fields?.get(name) ?? query.get(name) ?? "";
  const error = (id: string) => fieldError(problem, id);
  return renderShellPage(request, {
    title: "Add an app",
    lead: html`Your own APIs and MCP servers work like the apps of the catalog. Only this account can use them. <a href="/integrations">Integrations</a>`,
    main: html`${preview && renderPreview(preview, request)}
<section aria-labelledby="source"><h2 id="source">${preview ? "Read another app" : "Where it is described"}</h2>
<form class="box" method="post" action="${PATH}/preview" enctype="multipart/form-data">
${renderField({ id: "url", label: "URL", hint: "Of an OpenAPI or Swagger document, or of an MCP server.", error: error("url"), isOptional: true }, (attributes) => html`<input${attributes} type="url" value="${preview ? "" : value("url")}" maxlength="2000" placeholder="https://" autocomplete="off" spellcheck="false">`)}
<p class="or">Or the document itself:</p>
${renderField({ id: "document_file", label: "File", hint: "JSON or YAML, up to 4 MB.", isOptional: true }, (attributes) => html`<input${attributes} type="file" accept=".json,.yaml,.yml,application/json,application/yaml,text/yaml">`)}
${renderField({ id: "document", label: "Text", error: error("document"), isOptional: true }, (attributes) => html`<textarea${attributes} rows="6" spellcheck="false" maxlength="4000000">${preview ? "" : value("document")}</textarea>`)}
${!preview && value("id") !== "" && renderField({ id: "id", label: "ID", hint: "The names of its tools begin with it.", error: error("id"), isOptional: true }, (attributes) => html`<input${attributes} value="${value("id")}" maxlength="28" autocomplete="off" spellcheck="false">`)}
<button type="submit" class="${preview && "quiet"}">Read the app</button></form></section>`,
  });
}

/** Renders what was read, and the form that adds it. */
function renderPreview(preview: Preview, { fields, problem }: PageRequest): Html {
  const { name, description, kind, tools, tools_count: count, skipped, replaces } = preview;
  const value = (field: string) => fields?.get(field) ?? "";
  const others = count - tools.length;
  return html`<section class="fresh" aria-labelledby="preview"><p class="eyebrow">${renderJack("active")}Not added yet</p>
<h2 id="preview">${name}</h2>
<p>${description}</p>
<dl class="facts"><div><dt>Requests go to</dt><dd><code>${preview.base_url}</code></dd></div>
<div><dt>Sign-in</dt><dd>${preview.auth_types.map((type) => SIGN_INS[type] ?? type).join(", ") || "None"}</dd></div>
<div><dt>Tools</dt><dd>${describeTools(preview)}</dd></div></dl>
${preview.private && html`<p class="note">${renderJack("attention")}<span>This address seems to be private. Its tools can run after the operator has added it to <code>OUTBOUND_ALLOW</code>.</span></p>`}
<form class="box" method="post" action="${PATH}" enctype="multipart/form-data">
<input type="hidden" name="url" value="${value("url")}"><textarea name="document" hidden>${value("document")}</textarea>
${renderField({ id: "id", label: "ID", hint: "Lowercase letters, digits and underscores. The names of its tools begin with it.", error: fieldError(problem, "id") }, (attributes) => html`<input${attributes} value="${fields?.get("id") || preview.id}" maxlength="28" pattern="[a-z][a-z0-9_]*" autocomplete="off" spellcheck="false">`)}
${replaces && renderCheckbox({ name: "replace", label: `Replace ${replaces.name}`, text: replaces.own ? "You added an app with this ID before. Its connections stay." : "The catalog has an app with this ID. Your account then has yours in its place." })}
<button type="submit">Add ${name}</button></form>
${tools.length > 0 && html`<details class="fold" open><summary>Tools</summary><ul class="rows">${tools.map(renderTool)}</ul>${others > 0 && html`<p>And ${others.toLocaleString("en")} more.</p>`}</details>`}
${kind === "mcp" && count === 0 && html`<p class="note">The server lists its tools after you sign in.</p>`}
${skipped.length > 0 && html`<details class="fold"><summary>Left out: ${(skipped.length + preview.skipped_more).toLocaleString("en")}</summary><ul class="rows">${skipped.map(({ where, why }) => html`<li class="row"><div class="grow"><h3><code>${where}</code></h3><p>${why}</p></div></li>`)}</ul></details>`}
</section>`;
}

const describeTools = ({ tools_count: count, kind }: Preview): string =>
  kind === "mcp" && count === 0 ? "Not known yet" : count.toLocaleString("en");

const renderTool = ({
  name,
  title,
  request,
  read_only: isReadOnly,
}: Preview["tools"][number]): Html =>
  html`<li class="row"><div class="grow"><h3>${title}<span class="chip">${isReadOnly ? "Reads" : "Changes"}</span></h3><p><code>${name}</code>${request !== undefined && html` <code>${request}</code>`}</p></div></li>`;

/** Shows the app that a rejected form would have added, so that only its ID changes. */
const renderAgain = async (request: PageRequest): Promise<HttpResponse> => {
  const { problem, fields, run } = request;
  if (problem?.code !== "app_exists" || !fields) return render(request);
  const preview = await run("previewApp", {
    ...(fields.get("url") ? { url: fields.get("url") } : { document: fields.get("document") }),
    id: fields.get("id"),
  });
  return render(request, preview);
};

/** The page that adds an app of the account's own. */
export const addAppPage: Page = {
  path: PATH,
  role: "owner",
  render: renderAgain,
  forms: [
    {
      ...accountForm(`${PATH}/preview`, "previewApp", (request, preview) =>
        render(request, preview),
      ),
      bodyLimit: FORM_BYTES,
    },
    {
      ...accountForm(PATH, "addApp", (_, { id }) => `/integrations/${id}`),
      bodyLimit: FORM_BYTES,
    },
  ],
};

/** Links to the page, with the words of a search that found nothing: a URL, or a name. */
export const renderAddLink = (words = ""): Html =>
  html`<a class="button quiet" href="${PATH}${words !== "" && `?${fillIn(words).toString()}`}">${renderPageIcon("plus")}Add an app of your own</a>`;

const fillIn = (words: string): URLSearchParams =>
  /^https?:\/\//i.test(words)
    ? new URLSearchParams({ url: words })
    : new URLSearchParams({ id: createSlug(words, "") });
