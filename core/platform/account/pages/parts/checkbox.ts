import { type Html, html } from "../../../../lib/html-page/index.ts";
import type { FieldError } from "./problem.ts";

/** A checkbox with its label and a line about it. */
interface CheckboxOptions {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly error?: FieldError | undefined;
  readonly isChecked?: boolean;
  readonly isRequired?: boolean;
}

/** Renders a checkbox below what is wrong with it. */
export const renderCheckbox = ({
  name,
  label,
  text,
  error,
  isChecked = false,
  isRequired = false,
}: CheckboxOptions): Html =>
  html`${error && html`<p class="field-error" id="${name}-error">Error: ${error(label)}.</p>`}
<label class="choice field"><input type="checkbox" id="${name}" name="${name}" value="true"${isChecked && html` checked`}${isRequired && html` required`}${error && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`}><span>${label}</span><small>${text}</small></label>`;
