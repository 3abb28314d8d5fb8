const SVG =
  /^(?:<\?xml[^>]*>\s*)?<svg\s[^>]*viewBox="0 0 24 24"[^>]*>\s*(?:<title>[^<]*<\/title>\s*)?<path(?:\s[\w-]+="[^"<>]*")*?\s+d="([^"]*)"(?:\s[\w-]+="[^"<>]*")*\s*\/?>(?:<\/path>)?\s*<\/svg>$/;
/** The commands and numbers of SVG path data (SVG 2, section 9.3). */
const PATH_DATA = /^[MmZzLlHhVvCcSsQqTtAaEe\d\s,.+-]{1,20000}$/;

/**
 * Returns the path data of a mark: an SVG image on a grid of 24 by 24 with exactly one path. Any
 * other image has none, so nothing else of a file can reach a page.
 */
export function parseMark(svg: string): string | undefined {
  const path = SVG.exec(svg.trim())?.[1];
  return path !== undefined && PATH_DATA.test(path) ? path : undefined;
}
