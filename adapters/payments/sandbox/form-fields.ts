import { type Html, html } from "../../../core/lib/kit/html.ts";
import type { Field, FieldError } from "./form.ts";

interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly type?: "text" | "email";
  /** The value of HTML's `autocomplete` attribute. */
  readonly autocomplete: string;
  readonly inputmode?: "numeric" | "email";
  readonly list?: string;
}

/** Renders a field with its label, hint and error. */
export function renderTextField(
  field: Field,
  errors: readonly FieldError[],
  { label, hint, value = "", type = "text", autocomplete, inputmode, list }: FieldOptions,
): Html {
  const inputHints =
    type === "email" || inputmode ? html` spellcheck="false" autocapitalize="none"` : undefined;
  return renderField(
    field,
    errors,
    label,
    hint,
    html`<input id="${field}" name="${field}" type="${type}" value="${value}" autocomplete="${autocomplete}"${inputmode && html` inputmode="${inputmode}"`}${list && html` list="${list}"`}${inputHints} maxlength="300" required${renderAriaAttributes(field, errors, hint)}>`,
  );
}

/** Renders the country field. A single country is preselected. */
export function renderCountryField(
  errors: readonly FieldError[],
  countries: ReadonlyMap<string, string>,
  value: string,
): Html {
  const selected = countries.size === 1 ? [...countries.keys()][0] : value;
  const options = [...countries].map(
    ([code, name]) =>
      html`<option value="${code}"${code === selected && html` selected`}>${name}</option>`,
  );
  return renderField(
    "country",
    errors,
    "Country",
    undefined,
    html`<select id="country" name="country" autocomplete="shipping country" required${renderAriaAttributes("country", errors, undefined)}>
<option value="">Choose a country</option>
${options}
</select>`,
  );
}

function renderField(
  field: Field,
  errors: readonly FieldError[],
  label: string,
  hint: string | undefined,
  control: Html,
): Html {
  const fieldError = errors.find((error) => error.field === field);
  return html`<div class="field"><label for="${field}">${label}</label>
${hint && html`<p class="hint" id="${field}-hint">${hint}</p>`}
${fieldError && html`<p class="wrong" id="${field}-wrong">Error: ${fieldError.message}.</p>`}
${control}</div>`;
}

/** Connects a field with its hint and error for assistive technology. */
function renderAriaAttributes(
  field: Field,
  errors: readonly FieldError[],
  hint: string | undefined,
): Html | undefined {
  const isInvalid = errors.some((error) => error.field === field);
  const ids = [hint && `${field}-hint`, isInvalid && `${field}-wrong`].filter(Boolean).join(" ");
  return html`${ids && html` aria-describedby="${ids}"`}${isInvalid && html` aria-invalid="true"`}`;
}

/**
 * Renders all errors with links to their fields. `autofocus` and the alert role make screen readers
 * announce them first.
 */
export const renderErrorSummary = (
  heading: string,
  errors: readonly FieldError[],
): Html => html`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${heading}</h2>
<ul>
${errors.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
</ul>
</div>`;
