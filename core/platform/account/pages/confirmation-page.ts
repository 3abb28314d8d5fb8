import type { HttpResponse } from "../../../http/handler.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { PageRequest } from "./page-request.ts";
import { type IconName, renderPageIcon } from "./parts/icon.ts";
import { fieldError } from "./parts/problem.ts";
import { renderShellPage } from "./shell-page.ts";
import { encryptForm, RETYPED_FIELD, WAITING_FORM } from "./waiting-form.ts";

/** One thing that ends, changes or happens if the person goes on. */
export interface Consequence {
  readonly icon: IconName;
  readonly text: string;
  readonly detail?: string | undefined;
}

/** A question before a form that ends something, and what it ends. */
export interface Confirmation {
  /** `Disconnect Notes?` */
  readonly title: string;
  readonly lead?: Html | string | undefined;
  readonly consequences: readonly Consequence[];
  /** What stays as it is, as a sentence. */
  readonly kept?: string | undefined;
  /** The name of the button that goes on. */
  readonly action: string;
  /** The name of the link that changes nothing, and its path. */
  readonly cancel: { readonly text: string; readonly path: string };
  /** A milder way, as a sentence with a link. */
  readonly instead?: Html | undefined;
  /** The text that the person types first. Set for what can't be undone and ends much. */
  readonly retype?: string | undefined;
}

/** Returns what to ask before a form is carried out. Undefined if it ends nothing. */
export type DescribeEnd = (
  request: PageRequest,
  fields: URLSearchParams,
) => Promise<Confirmation | undefined> | Confirmation | undefined;

/** Adds the question to a form. */
export const withConfirmation = <Form extends object>(
  form: Form,
  confirm: DescribeEnd,
): Form & { readonly confirm: DescribeEnd } => ({ ...form, confirm });

/**
 * Asks the person whether to go on with a form. The link that changes nothing has the focus, so that
 * Enter ends nothing.
 */
export async function renderConfirmationPage(
  request: PageRequest,
  fields: URLSearchParams,
  { title, lead, consequences, kept, action, cancel, instead, retype }: Confirmation,
): Promise<HttpResponse> {
  const { path, query, problem, context } = request;
  const form = await encryptForm(request, { fields, isConfirmed: true, retype });
  const search = query.size > 0 ? `?${query}` : "";
  return renderShellPage(request, {
    title,
    hidesProblem: true,
    formTargets: [context.apiOrigin],
    main: html`<div class="ask card">
${lead && html`<p>${lead}</p>`}
${consequences.length > 0 && html`<ul class="ends">${consequences.map(renderConsequence)}</ul>`}
${kept && html`<p class="note">${renderPageIcon("check")}<span>${kept}</span></p>`}
<form method="post" action="${path}${search}"><input type="hidden" name="${WAITING_FORM}" value="${form}">
${retype !== undefined && renderField({ id: RETYPED_FIELD, label: `Type ${retype}`, error: fieldError(problem, RETYPED_FIELD) }, (attributes) => html`<input${attributes} value="${(problem && fields.get(RETYPED_FIELD)) ?? ""}" maxlength="80" autocomplete="off" autocapitalize="none" spellcheck="false">`)}
<div class="choose"><a class="button quiet" href="${cancel.path}" autofocus>${cancel.text}</a><button type="submit" class="danger">${action}</button></div></form>
${instead && html`<p class="instead">${instead}</p>`}
</div>`,
  });
}

const renderConsequence = ({ icon, text, detail }: Consequence): Html =>
  html`<li>${renderPageIcon(icon)}<span><strong>${text}</strong>${detail && html` <small>${detail}</small>`}</span></li>`;

/** Counts things: `1 trigger`, `3 triggers`. */
export const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** Returns up to five names, and how many more there are. */
export const listNames = (names: readonly string[]): string =>
  names.length > 5
    ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more`
    : names.join(", ");
