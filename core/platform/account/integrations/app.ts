import { type Html, html } from "../../../lib/html-page/index.ts";
import type { AppRecord } from "../../../lib/openapi-tools/index.ts";
import type { Output as PlatformOutput } from "../../contract.ts";
import { type JackState, renderJack } from "../pages/parts/jack.ts";

export type Connection = PlatformOutput<"getConnection">;

/** Renders the mark of an app in the color of the text, or the start of its name. */
export const renderTile = (
  { name, mark }: Pick<AppRecord, "name" | "mark">,
  size: "" | "small" = "",
): Html =>
  html`<span class="tile ${size}" aria-hidden="true">${
    mark !== undefined
      ? html`<svg viewBox="0 0 24 24" focusable="false"><path d="${mark}"/></svg>`
      : html`<b>${initials(name)}</b>`
  }</span>`;

/** Returns the first letters of up to two words. */
const initials = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(([letter = ""]) => letter.toUpperCase())
    .join("");

const STATES: Readonly<Record<Connection["status"], readonly [JackState, string]>> = {
  pending: ["running", "Pending"],
  active: ["active", "Active"],
  expired: ["attention", "Expired"],
  disabled: ["off", "Off"],
  failed: ["failed", "Failed"],
  revoked: ["off", "Revoked"],
};

/** Renders the state of a connection: its sign and its word. */
export function renderState({ status }: Pick<Connection, "status">): Html {
  const [jack, word] = STATES[status];
  return html`<span class="state ${jack}">${renderJack(jack)}<span>${word}</span></span>`;
}

/** Renders the cable from an app to its connection: whole, or cut. */
export const renderCable = ({ status }: Connection): Html =>
  status === "active"
    ? html`<svg class="cable" viewBox="0 0 56 20" aria-hidden="true" focusable="false"><path d="M0 10c14 0 18 5 28 5s12-5 24-5"/><circle cx="52" cy="10" r="3"/></svg>`
    : html`<svg class="cable attention" viewBox="0 0 56 20" aria-hidden="true" focusable="false"><path d="M0 10c6 0 9 2 13 4M38 7c4 1 8 3 14 3"/><circle cx="52" cy="10" r="3"/></svg>`;
