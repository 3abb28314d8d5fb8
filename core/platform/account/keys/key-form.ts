import type { Permission } from "../../../../generated/table.ts";
import { type Html, html, renderField } from "../../../lib/html-page/index.ts";
import type { FieldError } from "../pages/parts/problem.ts";

/** The fields that say what a key may do. */
interface KeyFields {
  /** The chosen permissions. */
  readonly permissions: readonly string[];
  readonly hasPermissionError: boolean;
}

/** A field with its value, and what is wrong with it as a clause. */
interface KeyField {
  readonly value: string;
  readonly error: FieldError | undefined;
}

const PERMISSION_TEXTS: readonly (readonly [Permission, string, string])[] = [
  ["read", "Read", "See apps, tools, connections and runs."],
  ["connect", "Connect", "Connect apps and disconnect them."],
  ["run", "Run", "Run tools, which may change data in the connected apps."],
];

const LIFETIMES = [
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "One year"],
  ["", "Never"],
] as const;

/** Renders a checkbox for each permission. */
export const renderPermissionFields = ({ permissions, hasPermissionError }: KeyFields): Html =>
  html`<fieldset id="permissions"><legend>Permissions</legend>
${hasPermissionError && html`<p class="field-error" id="permissions-error">Error: Choose at least one permission.</p>`}
<div class="choices">${PERMISSION_TEXTS.map(
    ([permission, label, text]) =>
      html`<label class="choice"><input type="checkbox" name="permissions" value="${permission}"${permissions.includes(permission) && html` checked`}><span>${label}</span><small>${text}</small></label>`,
  )}</div></fieldset>`;

/** Renders the choice of when a key expires. */
export const renderLifetimeField = ({ value, error }: KeyField): Html =>
  renderField(
    { id: "lifetime_days", label: "Expires after", error },
    (attributes) =>
      html`<select${withoutRequired(attributes)}>${LIFETIMES.map(([days, label]) => html`<option value="${days}"${days === value && html` selected`}>${label}</option>`)}</select>`,
  );

/** Renders the apps to which a key is limited. */
export const renderAppsField = ({ value, error }: KeyField): Html =>
  renderField(
    {
      id: "apps",
      label: "Apps",
      hint: "The IDs of apps, one per line. By default the key may use all.",
      error,
      isOptional: true,
    },
    (attributes) =>
      html`<textarea${attributes} rows="3" spellcheck="false" placeholder="github">${value}</textarea>`,
  );

/** The empty choice of a select is valid. */
const withoutRequired = (attributes: Html): Html => ({
  html: attributes.html.replace(" required", ""),
});
