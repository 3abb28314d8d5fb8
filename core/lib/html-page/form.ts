import { type Html, html } from "./html.ts";

/** The label of a form control and the texts about it. */
interface FieldOptions {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** A clause without a period at the end, or a function that returns it for the label. */
  readonly error?: string | ((label: string) => string) | undefined;
  readonly isOptional?: boolean | undefined;
}

/**
 * Renders a form control with its label, hint and error. `renderControl` receives the attributes
 * that name the control and connect it with its texts for assistive technology. The first control of
 * a page with an error has the focus, so that screen readers announce it.
 */
export function renderField(
  { id, label, hint, error, isOptional }: FieldOptions,
  renderControl: (attributes: Html) => Html,
): Html {
  const errorText = typeof error === "function" ? error(label) : error;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const attributes = html` id="${id}" name="${id}"${!isOptional && html` required`}${describedBy && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true" autofocus`}`;
  return html`<div class="field"><label for="${id}">${label}${isOptional && html` <span class="optional">(optional)</span>`}</label>
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
${errorText && html`<p class="field-error" id="${id}-error">Error: ${errorText}.</p>`}
${renderControl(attributes)}</div>`;
}

/**
 * Renders what is wrong with a submitted form, with links to the fields. `autofocus` and the alert
 * role make screen readers announce it first.
 */
export const renderErrorSummary = (
  heading: string,
  errors: readonly { readonly id: string; readonly message: string }[],
  text?: string,
): Html => html`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${heading}</h2>
${text !== undefined && html`<p>${text}</p>`}
${
  errors.length > 0 &&
  html`<ul>
${errors.map(({ id, message }) => html`<li><a href="#${id}">${message}</a></li>`)}
</ul>`
}
</div>`;
