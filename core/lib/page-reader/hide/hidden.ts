import type { Attributes } from "../parse/scan-html.ts";

// Hidden text must not reach the agent because it can hold planted instructions, and most of it is
// leftover user interface. Style sheets aren't read, so visibility is judged by attributes, inline
// styles and unambiguous class names.

/** Whether an element's own attributes hide it and its content from people. */
export function isHidden(attributes: Attributes): boolean {
  // The browser's find-in-page reveals hidden="until-found".
  if (attributes.hidden !== undefined && attributes.hidden.toLowerCase() !== "until-found")
    return true;
  if (attributes["aria-hidden"]?.toLowerCase() === "true" && !linksElsewhere(attributes))
    return true;
  if (attributes.style !== undefined && isHiddenByStyle(attributes.style)) return true;
  return attributes.class !== undefined && isHiddenByClass(attributes.class);
}

/**
 * Whether an element links to another page. Such links are often hidden only from screen readers
 * because they repeat another link. A fragment link is the permalink beside a heading.
 */
function linksElsewhere({ href }: Attributes): boolean {
  return href !== undefined && href !== "" && !href.startsWith("#");
}

/** Whether an element is transparent and not hidden otherwise, as before it fades in. */
export function isFaded(attributes: Attributes): boolean {
  const { style } = attributes;
  return (
    style !== undefined &&
    TRANSPARENT.test(style) &&
    !isHidden({ ...attributes, style: style.replace(TRANSPARENT, "") })
  );
}

const TRANSPARENT = /(?:^|;)\s*opacity\s*:\s*0(?:\.0*)?\s*(?=;|$)/i;

const HIDING_CLASS =
  /(?:^|\s)(?:hidden|d-none|display-none|is-hidden|u-hidden|visually-hidden-always|mfp-hide)(?:\s|$)/i;
// "hidden md:block" and "d-none d-lg-flex" are visible on wider screens.
const SHOWING_CLASS =
  /(?:^|\s)(?:(?:xs|sm|md|lg|xl|2xl|xxl)[:-]\S|d-(?:sm|md|lg|xl|xxl)-(?!none))/i;

function isHiddenByClass(className: string): boolean {
  return HIDING_CLASS.test(className) && !SHOWING_CLASS.test(className);
}

/**
 * Whether an element is only for screen readers ("sr-only", skip links). Such text is left out
 * because it repeats visible text and could hide instructions. Beside an `aria-hidden` sibling it
 * stays because it is that sibling's spoken form.
 */
export function isOffScreen(attributes: Attributes): boolean {
  return attributes.class !== undefined && OFF_SCREEN_CLASS.test(attributes.class);
}

const OFF_SCREEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|screenreader(?:-only)?|a11y-hidden|a-offscreen|u-visually-hidden|visuallyhidden|assistive-text|element-invisible|skip-?(?:link|nav|to-content|to-main)s?|skip-to-content-link)(?:\s|$)/i;

/** A translation by less than 100 units. A longer one could move the element off screen. */
const ENTERS_VIEW_TRANSFORM = /^(?:translate(?:3d|x|y)?\(|matrix\(1, 0, 0, 1,)(?!.*\d{3})/;

/**
 * Matches every style that can hide an element. Most styles fail this check and need no parsing.
 */
const SUSPICIOUS =
  /none|hidden|collapse|opacity|font-size|clip|indent|left|right|top|scale|width|height|transparent/i;

function isHiddenByStyle(style: string): boolean {
  if (!SUSPICIOUS.test(style)) return false;
  const declared = new Map<string, string>();
  for (const declaration of style.slice(0, 4000).toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0)
      declared.set(
        declaration.slice(0, colon).trim(),
        declaration
          .slice(colon + 1)
          .replace("!important", "")
          .trim(),
      );
  }
  const matches = (name: string, pattern: RegExp) => pattern.test(declared.get(name) ?? "");
  const clipsOverflow = matches("overflow", /^(?:hidden|clip)/);
  return (
    matches("display", /^none$/) ||
    matches("visibility", /^(?:hidden|collapse)$/) ||
    matches("content-visibility", /^hidden$/) ||
    // A transparent element that is also shifted slightly fades in when people scroll to it.
    (matches("opacity", /^(?:0+\.?0*|\.0+)%?$/) && !matches("transform", ENTERS_VIEW_TRANSFORM)) ||
    matches("font-size", /^0(?:\.0+)?(?:[a-z%]+)?$/) ||
    matches("clip", /^rect\(\s*(?:0|1px)/) ||
    matches("clip-path", /^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/) ||
    matches("text-indent", /^-\d{3,}/) ||
    matches("color", /^transparent$/) ||
    matches("transform", /scale\(\s*0\s*[,)]/) ||
    (matches("position", /^(?:absolute|fixed)$/) &&
      ["left", "right", "top"].some((side) => matches(side, /^-\d{3,}/))) ||
    (clipsOverflow &&
      (matches("width", /^[01](?:px)?$/) ||
        matches("height", /^[01](?:px)?$/) ||
        matches("max-height", /^0(?:px)?$/)))
  );
}
