import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html } from "../../../lib/html-page/index.ts";
import type { Output } from "../../contract.ts";
import { renderTile } from "../integrations/app.ts";
import type { PageRequest } from "../pages/page-request.ts";
import { renderPageIcon } from "../pages/parts/icon.ts";
import { renderShellPage } from "../pages/shell-page.ts";
import { KINDS } from "./kinds.ts";

type TriggerType = Output<"listTriggerTypes">["data"][number];

export const NEW_TRIGGER_PATH = "/triggers/new";

const TYPES = 100;

/** Renders the choice of what a trigger watches: an app, or something without an app. */
export async function renderTriggerChoice(request: PageRequest): Promise<HttpResponse> {
  const { context } = request;
  const { data } = await context.platform("listConnections", { limit: 100 });
  const apps = [...new Set(data.filter(({ status }) => status === "active").map(({ app }) => app))];
  const rows = await Promise.all(
    apps.map(async (id) => {
      const record = await context.catalog.findApp(id);
      const { name } = await context.platform("getApp", { app: id });
      return renderChoice({
        href: choiceLink({ app: id }),
        title: name,
        text: `Events that ${name} sends, and new items of its lists.`,
        tile: renderTile({ name, mark: record?.mark }),
      });
    }),
  );
  return renderShellPage(request, {
    title: "New trigger",
    lead: html`<a href="/triggers">Triggers</a>`,
    main: html`<section aria-labelledby="apps"><h2 id="apps">When something happens in an app</h2>
${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p class="box empty">No app is connected. <a href="/integrations">Connect an app</a> first.</p>`}</section>
<section aria-labelledby="others"><h2 id="others">Without an app</h2>
<ul class="rows">${renderKinds()}</ul></section>`,
  });
}

/** Renders the types of triggers of an app. Throws the `Problem` "app_not_found". */
export async function renderTypeChoice(request: PageRequest, app: string): Promise<HttpResponse> {
  const { context, query } = request;
  const cursor = query.get("cursor");
  const [{ name }, { data, next_cursor: next }] = await Promise.all([
    context.platform("getApp", { app }),
    context.platform("listTriggerTypes", {
      app,
      limit: TYPES,
      ...(cursor !== null && { cursor }),
    }),
  ]);
  const events = data.filter(({ kind }) => kind === "app");
  const lists = data.filter(({ kind }) => kind === "poll");
  return renderShellPage(request, {
    title: `New trigger for ${name}`,
    lead: html`<a href="${NEW_TRIGGER_PATH}">Choose something else</a>`,
    main: html`${renderTypes("events", `Events that ${name} sends`, events, app)}
${renderTypes("lists", "New items of a list", lists, app)}
${data.length === 0 && html`<p class="box empty">${name} sends no events that Jackfield knows, and has no lists.</p>`}
${next !== null && html`<p class="after"><a class="button quiet" href="${choiceLink({ app, cursor: next })}">Show more</a></p>`}`,
  });
}

const renderTypes = (id: string, title: string, types: readonly TriggerType[], app: string) =>
  types.length > 0 &&
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul class="rows">${types.map(
    ({ type, kind, title: text, required }) =>
      renderChoice({
        href: choiceLink({ kind, watch: type, app }),
        title: text,
        text: required.length > 0 ? `${type}, needs ${required.join(", ")}` : type,
      }),
  )}</ul></section>`;

const renderChoice = ({
  href,
  title,
  text,
  tile,
}: {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  readonly tile?: Html;
}): Html =>
  html`<li class="row">${tile}<div class="grow"><h3>${title}</h3><p class="meta">${text}</p></div>${renderPageIcon("next")}<a class="cover" href="${href}" aria-label="${title}"></a></li>`;

/** Renders the kinds of triggers that need no app. */
const renderKinds = () =>
  Object.entries(KINDS).map(
    ([kind, { form }]) =>
      form?.choice &&
      renderChoice({
        href: choiceLink({ kind }),
        title: form.choice.label,
        text: form.choice.help,
      }),
  );

const choiceLink = (parameters: Record<string, string>): string =>
  `${NEW_TRIGGER_PATH}?${new URLSearchParams(parameters).toString()}`;
