import { ROBOT_NAME } from "./robot-name.ts";

/** The directives of a page for crawlers. */
interface RobotsDirectives {
  readonly isNoindex: boolean;
  readonly isNofollow: boolean;
}

/** Directives with a value after a colon. Another word before a colon is the name of a crawler. */
const VALUED_DIRECTIVE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

/**
 * Reads the value of X-Robots-Tag, as Google documents it: directives after the name of a crawler
 * are for that crawler, and others for all. Several headers arrive as one, so a name holds until the
 * next one.
 */
export function readRobotsTag(value: string): RobotsDirectives {
  const directives = new Set<string>();
  let isForJackfield = true;
  for (const part of value.toLowerCase().split(",")) {
    const [, name, rest] = /^\s*([^\s:]+)\s*:(.*)$/s.exec(part) ?? [];
    if (name !== undefined && VALUED_DIRECTIVE.test(name)) continue;
    if (name !== undefined) isForJackfield = name === ROBOT_NAME;
    if (isForJackfield) directives.add((rest ?? part).trim());
  }
  const isNone = directives.has("none");
  return {
    isNoindex: isNone || directives.has("noindex"),
    isNofollow: isNone || directives.has("nofollow"),
  };
}
