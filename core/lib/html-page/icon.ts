import type { Html } from "./html.ts";

/** The paths of the icons, drawn with strokes 2 wide on a grid of 24 by 24. */
const ICON_PATHS = {
  check: "m5 12.5 4.5 4.5L19 7.5",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.3l2.8 1.7",
  cross: "m7 7 10 10M17 7 7 17",
  minus: "M6 12h12",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0ZM12 17v4",
  warning: "M12 3.5 2.5 20h19ZM12 10v4.5M12 17.3v.2",
};

/** Renders an icon in the color of the text, `size` pixels wide. Screen readers skip it. */
export const renderIcon = (name: keyof typeof ICON_PATHS, size: number): Html => ({
  html: `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${ICON_PATHS[name]}"/></svg>`,
});
