import { type Html, html, renderField } from "../../../core/lib/html-page/index.ts";
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

/** Renders a required text field. */
export function renderTextField(
  field: Field,
  errors: readonly FieldError[],
  { label, hint, value = "", type = "text", autocomplete, inputmode, list }: FieldOptions,
): Html {
  const inputHints =
    type === "email" || inputmode ? html` spellcheck="false" autocapitalize="none"` : undefined;
  return renderField(
    { id: field, label, hint, error: findMessage(errors, field) },
    (attributes) =>
      html`<input${attributes} type="${type}" value="${value}" autocomplete="${autocomplete}"${inputmode && html` inputmode="${inputmode}"`}${list && html` list="${list}"`}${inputHints} maxlength="300">`,
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
    { id: "country", label: "Country", error: findMessage(errors, "country") },
    (attributes) => html`<select${attributes} autocomplete="shipping country">
<option value="">Choose a country</option>
${options}
</select>`,
  );
}

const findMessage = (errors: readonly FieldError[], field: Field): string | undefined =>
  errors.find((error) => error.field === field)?.message;
