import { setTimeout } from "node:timers/promises";
import { decodeText, describeHtml } from "../../../core/lib/page-reader/index.ts";
import type { ContentSource } from "../../../core/ports/content.ts";

/**
 * Reads the metadata of a site's home page. Resolves to an empty object on failure or timeout, and
 * never rejects.
 */
export async function describeHomePage(
  content: ContentSource,
  timeoutMs: number,
): Promise<ReturnType<typeof describeHtml>> {
  const read = async () => {
    const home = await content.find("/");
    return home && /html/i.test(home.type)
      ? describeHtml(decodeText(await home.bytes(), home.type))
      : {};
  };
  return Promise.race([read().catch(() => ({})), setTimeout(timeoutMs, {}, { ref: false })]);
}
