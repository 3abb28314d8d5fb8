import { type Html, html } from "../../../domain/html.ts";
import type { Answer } from "../../../http/handler.ts";
import type { Field } from "../../../ports/apps.ts";
import { type EntryError, entriesOf, type Typed } from "../../connections/entry.ts";
import type { Choice, OpenVisit } from "../../connections/visit.ts";
import { connectPage, plug, TICK } from "./page.ts";
import { clock, scopeWords, wayMeans, wayOf } from "./words.ts";

interface Tried {
  readonly typed: Typed;
  readonly errors: readonly EntryError[];
  readonly refusal?: string | undefined;
}

/** The page that a link leads to: which app, for whom, what will be allowed, and the form to go on. */
export function formPage(
  origin: string,
  visit: OpenVisit,
  choice: Choice | undefined,
  {
    tried,
    cookies,
  }: { readonly tried?: Tried | undefined; readonly cookies?: readonly string[] | undefined } = {},
): Promise<Answer> {
  const { record } = visit.app;
  const { connection } = visit.kept ?? {};
  const again =
    connection !== undefined && connection.status !== "pending" && connection.status !== "failed";
  const { errors = [], typed = connection?.fields ?? {}, refusal } = tried ?? {};
  const title = `${again ? "Reconnect" : "Connect"} ${record.name}`;
  const fields = choice ? entriesOf(record, choice.method) : [];
  const goesAway = choice?.method.type === "oauth2" || choice?.method.type === "mcp_oauth";
  const main = html`${plug(record.name, "open")}
<h1>${title}</h1>
<p class="lead">${shortened(record.description)}</p>
${(errors.length > 0 || refusal !== undefined) && summary(errors, refusal)}
<dl class="facts">
<div><dt>For</dt><dd>${visit.link.user === undefined ? "this service’s account" : `the user ${visit.link.user}`}</dd></div>
<div><dt>Called</dt><dd>${connection?.label ?? record.name}</dd></div>
<div><dt>Link open until</dt><dd>${clock(visit.link.expires)}</dd></div>
</dl>
${visit.choices.length > 1 && ways(visit, choice)}
${choice && !choice.isConfigured && html`<div class="said"><p><strong>${record.name} can’t be connected in this way yet.</strong> The person who runs this service has to register it with ${record.name} first; then this link works.</p></div>`}
${
  choice?.isConfigured &&
  html`<form method="post" action="/connect/${visit.token}" novalidate>
<input type="hidden" name="method" value="${choice.method.id}">
${
  fields.length > 0 &&
  html`<fieldset><legend>${goesAway ? "Before you sign in" : `What ${record.name} has given you`}</legend>
${fields.map((field) => entry(field, typed[field.name] ?? "", errors))}
</fieldset>`
}
${allowed(visit, choice)}
<p class="care">Go on only if you asked for this yourself. Whoever gave you this link can use ${record.name} in your name afterwards.</p>
<button type="submit">${goesAway ? `Continue to ${record.name}` : `${title}`}</button>
${choice.method.setupUrl !== undefined && !goesAway && fields.some(({ secret }) => secret) && html`<p class="small"><a href="${choice.method.setupUrl}" rel="noreferrer">Where to get this at ${record.name}</a></p>`}
<p class="small">${goesAway ? `You sign in at ${record.name}, on its own page. What it gives in return` : "What you enter"} is kept encrypted, is shown to nobody, and is wiped when the connection is deleted.</p>
</form>`
}
${visit.choices.length === 0 && html`<div class="said"><p>Nothing is known of how ${record.name} is connected.</p></div>`}`;
  return connectPage(origin, {
    status: tried ? 422 : 200,
    title: tried ? `Error: ${title}` : title,
    main,
    cookies,
  });
}

const ways = (
  visit: OpenVisit,
  chosen: Choice | undefined,
): Html => html`<section aria-labelledby="ways"><h2 id="ways">How to connect</h2>
<ul class="ways">
${visit.choices.map((choice) => {
  const { method, isConfigured } = choice;
  const name = wayOf(method, visit.app.record.name);
  if (!isConfigured)
    return html`<li><span class="off">${name}<small>Not set up on this service yet</small></span></li>`;
  return html`<li><a href="?method=${encodeURIComponent(method.id)}"${choice === chosen && html` aria-current="true"`}>${name}<small>${wayMeans(method, visit.app.record.name)}</small></a></li>`;
})}
</ul></section>`;

const SHOWN = 8;

/** What whoever runs tools will be able to do, in words. */
function allowed({ app: { record }, link, kept }: OpenVisit, { method }: Choice): Html {
  const asked = link.scopes ?? kept?.connection.asked;
  const scopes = (method.scopes ?? []).filter(({ name, isDefault }) =>
    asked ? asked.includes(name) : isDefault,
  );
  const named = asked
    ? asked.map(
        (name) => scopes.find((scope) => scope.name === name) ?? { name, description: undefined },
      )
    : scopes;
  const tools =
    record.tools > 0
      ? `any of ${record.name}’s ${record.tools.toLocaleString("en")} tools`
      : `${record.name}’s tools`;
  const all =
    method.type === "oauth2" || method.type === "mcp_oauth"
      ? `as far as ${record.name} lets you allow it on its page`
      : `as far as what you enter allows it`;
  const lines = named.map(
    ({ name, description }) =>
      html`<li>${TICK}<span>${description ?? scopeWords(name)}${description !== undefined && html`<code>${name}</code>`}</span></li>`,
  );
  return html`<section aria-labelledby="allows"><h2 id="allows">What you allow</h2>
${
  lines.length > 0 &&
  html`<ul class="allows">
${lines.slice(0, SHOWN)}
</ul>`
}
${
  lines.length > SHOWN &&
  html`<details class="more"><summary>${lines.length - SHOWN} more</summary><ul class="allows">
${lines.slice(SHOWN)}
</ul></details>`
}
<p>Programs with a key of this account can then run ${tools} in your name: read, create, change and delete, ${lines.length > 0 ? "as far as this goes" : all}.</p></section>`;
}

function entry(
  { name, label, secret, required, help }: Field,
  value: string,
  errors: readonly EntryError[],
): Html {
  const id = `f_${name}`;
  const wrong = errors.find(({ field }) => field === name);
  const described = [help && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");
  return html`<div class="field"><label for="${id}">${label}${!required && html` <span class="optional">(optional)</span>`}</label>
${help && html`<p class="hint" id="${id}-hint">${help}</p>`}
${wrong && html`<p class="wrong" id="${id}-wrong">Error: ${wrong.message}.</p>`}
<input id="${id}" name="${id}" type="${secret ? "password" : "text"}"${secret && html` class="secret"`} value="${secret ? "" : value}" autocomplete="off" autocapitalize="none" spellcheck="false"${required && html` required`}${described && html` aria-describedby="${described}"`}${wrong && html` aria-invalid="true"`}></div>`;
}

/** All that is wrong, at the top, each leading to its field; read out first. */
const summary = (
  errors: readonly EntryError[],
  refusal: string | undefined,
): Html => html`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${refusal === undefined ? `Not connected: ${errors.length === 1 ? "one entry needs" : `${errors.length} entries need`} another look` : "Not connected"}</h2>
${refusal !== undefined && html`<p>${refusal}</p>`}
${
  errors.length > 0 &&
  html`<ul>
${errors.map(({ field, message }) => html`<li><a href="#f_${field}">${message}</a></li>`)}
</ul>`
}
</div>`;

const shortened = (text: string): string =>
  text.length > 200 ? `${text.slice(0, 199).replace(/\s+\S*$/, "")}…` : text;
