import type { Attributes } from "./scan-html.ts";

// What people do not see must not reach the agent: hidden text is where instructions to an agent are planted, and what
// remains of a page's machinery. Style sheets are not read, so this knows inline styles, attributes and the class names
// that have one meaning everywhere.

/** Whether an element's own attributes keep it and all it contains from people's eyes. */
export function isHidden(attributes: Attributes): boolean {
  // hidden="until-found" is text that the browser's own search finds and opens.
  if (attributes.hidden !== undefined && attributes.hidden.toLowerCase() !== "until-found")
    return true;
  if (attributes["aria-hidden"]?.toLowerCase() === "true" && !linksElsewhere(attributes))
    return true;
  if (attributes.style !== undefined && isHiddenByStyle(attributes.style)) return true;
  return attributes.class !== undefined && isHiddenByClass(attributes.class);
}

/** A link that repeats another is often kept from screen readers alone; one to its own page is the mark beside a heading. */
function linksElsewhere({ href }: Attributes): boolean {
  return href !== undefined && href !== "" && !href.startsWith("#");
}

const hidingClass =
  /(?:^|\s)(?:hidden|d-none|display-none|is-hidden|u-hidden|visually-hidden-always)(?:\s|$)/i;
// "hidden md:block", "d-none d-lg-flex": shown on a wider screen.
const showingClass = /(?:^|\s)(?:(?:xs|sm|md|lg|xl|2xl|xxl)[:-]\S|d-(?:sm|md|lg|xl|xxl)-(?!none))/i;

function isHiddenByClass(className: string): boolean {
  return hidingClass.test(className) && !showingClass.test(className);
}

/**
 * Text for screen readers alone ("sr-only", skip links). It is left out, since it is not seen on the screen, doubles what
 * is, and is as good a hiding place as any; except beside an `aria-hidden` twin, whose spoken form it is.
 */
export function isOffScreen(attributes: Attributes): boolean {
  return attributes.class !== undefined && offScreenClass.test(attributes.class);
}

const offScreenClass =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|screenreader(?:-only)?|a11y-hidden|a-offscreen|u-visually-hidden|visuallyhidden|assistive-text|element-invisible|skip-?(?:link|nav|to-content|to-main)s?|skip-to-content-link)(?:\s|$)/i;

/** A move by less than a hundred units: further, and it would be out of sight. */
const entersViewTransform = /^(?:translate(?:3d|x|y)?\(|matrix\(1, 0, 0, 1,)(?!.*\d{3})/;

const suspicious =
  /none|hidden|collapse|opacity|font-size|clip|indent|left|right|top|scale|width|height|transparent/i;

function isHiddenByStyle(style: string): boolean {
  if (!suspicious.test(style)) return false;
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
    // Moved as well, it is what comes into view when people get there.
    (matches("opacity", /^(?:0+\.?0*|\.0+)%?$/) && !matches("transform", entersViewTransform)) ||
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
