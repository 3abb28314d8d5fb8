import { type Html, html } from "../../../../lib/html-page/index.ts";

/** The states that a jack shows. A word beside it always says the same. */
export type JackState = "active" | "attention" | "failed" | "off" | "running";

const SHAPES: Readonly<Record<JackState, Html>> = {
  active: html`<circle cx="8" cy="8" r="6.2"/><circle class="filled" cx="8" cy="8" r="3.1"/>`,
  attention: html`<circle cx="8" cy="8" r="6.2"/><path d="M8 4.8v3.6M8 11h.01"/>`,
  failed: html`<circle cx="8" cy="8" r="6.2"/><path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4"/>`,
  off: html`<circle cx="8" cy="8" r="6.2"/>`,
  running: html`<circle cx="8" cy="8" r="6.2" opacity=".28"/><circle cx="8" cy="8" r="6.2" stroke-dasharray="9.7 30" class="spin"/>`,
};

/** Renders the sign of a state. Screen readers skip it. */
export const renderJack = (state: JackState): Html =>
  html`<svg class="jack ${state}" viewBox="0 0 16 16" aria-hidden="true" focusable="false">${SHAPES[state]}</svg>`;
