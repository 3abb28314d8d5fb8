import { type Html, html } from "../../../../lib/html-page/index.ts";

/** The paths of the icons, on a grid of 24 by 24. */
const ICON_PATHS = {
  activity: "M3 12h4l3-8 4 16 3-8h4",
  bolt: "M13 3 5 13.5h6L10 21l8-10.5h-6z",
  check: "m5 12.5 4.5 4.5L19 7.5",
  copy: "M9 9h10v11H9zM5 15V4h10",
  home: "M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z",
  key: "M15.5 7.5 21 2M18 5l2.5 2.5M15.5 7.5l2 2M13.2 9.8a5 5 0 1 1-7.07 7.07A5 5 0 0 1 13.2 9.8Zm0 0 2.3-2.3",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  next: "m9 6 6 6-6 6",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4",
  plus: "M12 5v14M5 12h14",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16.2 16.2 21 21",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4",
  users:
    "M16 20v-1.5a3.5 3.5 0 0 0-3.5-3.5h-5A3.5 3.5 0 0 0 4 18.5V20M10 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM20 20v-1.5a3.5 3.5 0 0 0-2.6-3.38M15.5 4.7a3.5 3.5 0 0 1 0 6.6",
};

export type IconName = keyof typeof ICON_PATHS;

/** Renders an icon in the color and size of the text. Screen readers skip it. */
export const renderPageIcon = (name: IconName): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${ICON_PATHS[name]}"/></svg>`;

/** Renders the sign of the product. */
export const renderLogo = (): Html =>
  html`<svg class="logo" viewBox="0 0 28 28" aria-hidden="true" focusable="false"><rect width="28" height="28" rx="8"/><path d="M10.5 5.5v4.2M17.5 5.5v4.2M7.5 9.7h13v2.6a6.5 6.5 0 0 1-13 0ZM14 18.8v3.7"/></svg>`;
