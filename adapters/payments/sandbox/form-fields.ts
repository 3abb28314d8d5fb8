import { type Html, html } from "../../../core/index.ts";
import type { Field, FieldError } from "./form.ts";

interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly value?: string;
  readonly type?: "text" | "email";
  /** As HTML's autocomplete attribute has it. */
  readonly autocomplete: string;
  readonly inputmode?: "numeric" | "email";
  readonly list?: string;
}

/** A field with its label, its hint, and what is wrong with it. */
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

/** The choice of a country; where there is but one, it is chosen. */
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

/** What describes a field to those who don't see where it stands. */
function renderAriaAttributes(
  field: Field,
  errors: readonly FieldError[],
  hint: string | undefined,
): Html | undefined {
  const isInvalid = errors.some((error) => error.field === field);
  const ids = [hint && `${field}-hint`, isInvalid && `${field}-wrong`].filter(Boolean).join(" ");
  return html`${ids && html` aria-describedby="${ids}"`}${isInvalid && html` aria-invalid="true"`}`;
}

/** All that is wrong, at the top of the page, each leading to its field; read out first. */
export const renderErrorSummary = (
  heading: string,
  errors: readonly FieldError[],
): Html => html`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${heading}</h2>
<ul>
${errors.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
</ul>
</div>`;
