import { plainName } from "../../../lib/openapi-tools/compile/index.ts";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { namesApp, namesServer } from "./names-server.ts";
import { LIKELY, type SearchNotice, UNLIKELY } from "./search-notices.ts";

interface ConfidenceFacts {
  /** The step of the task that the tool is for, or the task. */
  readonly text: string;
  readonly notice: SearchNotice;
  /** The app of the notice. */
  readonly named?: AppEntry | undefined;
  /** The name of an app that isn't available. */
  readonly unknownName?: string | undefined;
}

/**
 * Returns the confidence for a tool beside a notice. Each tool is unlikely if probably none serves the
 * task. A tool of another app is at most possible if the app that the text names isn't available yet.
 */
export function limitConfidence(
  confidence: number,
  { name, slug }: Pick<AppEntry, "name" | "slug">,
  { text, notice, named, unknownName }: ConfidenceFacts,
): number {
  if (notice.code === "no_match") return Math.min(confidence, UNLIKELY);
  if (notice.code === "no_such_tool" || notice.code === "not_english") return confidence;
  const isAbout = named ? namesServer(text, named, true) : text.includes(unknownName ?? "");
  if (!isAbout || namesApp(text, plainName(name))) return confidence;
  const isSameProduct = named && (named.slug === slug || plainName(named.name) === plainName(name));
  return isSameProduct ? confidence : Math.min(confidence, LIKELY - 0.01);
}
