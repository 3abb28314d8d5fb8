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
export function textField(
  field: Field,
  errors: readonly FieldError[],
  { label, hint, value = "", type = "text", autocomplete, inputmode, list }: FieldOptions,
): Html {
  const spelling =
    type === "email" || inputmode ? html` spellcheck="false" autocapitalize="none"` : undefined;
  return around(
    field,
    errors,
    label,
    hint,
    html`<input id="${field}" name="${field}" type="${type}" value="${value}" autocomplete="${autocomplete}"${inputmode && html` inputmode="${inputmode}"`}${list && html` list="${list}"`}${spelling} maxlength="300" required${about(field, errors, hint)}>`,
  );
}

/** The choice of a country; where there is but one, it is chosen. */
export function countryField(
  errors: readonly FieldError[],
  countries: ReadonlyMap<string, string>,
  typed: string,
): Html {
  const chosen = countries.size === 1 ? [...countries.keys()][0] : typed;
  const options = [...countries].map(
    ([code, name]) =>
      html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  );
  return around(
    "country",
    errors,
    "Country",
    undefined,
    html`<select id="country" name="country" autocomplete="shipping country" required${about("country", errors, undefined)}>
<option value="">Choose a country</option>
${options}
</select>`,
  );
}

function around(
  field: Field,
  errors: readonly FieldError[],
  label: string,
  hint: string | undefined,
  control: Html,
): Html {
  const wrong = errors.find((error) => error.field === field);
  return html`<div class="field"><label for="${field}">${label}</label>
${hint && html`<p class="hint" id="${field}-hint">${hint}</p>`}
${wrong && html`<p class="wrong" id="${field}-wrong">Error: ${wrong.message}.</p>`}
${control}</div>`;
}

/** What describes a field to those who don't see where it stands. */
function about(
  field: Field,
  errors: readonly FieldError[],
  hint: string | undefined,
): Html | undefined {
  const isWrong = errors.some((error) => error.field === field);
  const ids = [hint && `${field}-hint`, isWrong && `${field}-wrong`].filter(Boolean).join(" ");
  return html`${ids && html` aria-describedby="${ids}"`}${isWrong && html` aria-invalid="true"`}`;
}

/** All that is wrong, at the top of the page, each leading to its field; read out first. */
export const errorSummary = (
  heading: string,
  errors: readonly FieldError[],
): Html => html`<div class="errors" role="alert" tabindex="-1" autofocus aria-labelledby="errors-title">
<h2 id="errors-title">${heading}</h2>
<ul>
${errors.map(({ field, message }) => html`<li><a href="#${field}">${message}</a></li>`)}
</ul>
</div>`;
