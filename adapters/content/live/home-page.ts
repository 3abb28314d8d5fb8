import { setTimeout } from "node:timers/promises";
import { type ContentSource, decodeText, describeHtml } from "../../../core/index.ts";

/** What a site's home page says of it; nothing where it doesn't answer in time. Never rejects. */
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
