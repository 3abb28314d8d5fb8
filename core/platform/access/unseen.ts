import type { Log } from "../../ports/log.ts";
import { withoutSecrets } from "../domain/keys/form.ts";

/** What an answer is to this room. */
interface Said {
  readonly headers: Record<string, string | string[]>;
  readonly body: unknown;
}

/** An answer that repeats no key, wherever in the request one stood. */
export function withoutKeys<Answer extends Said>(answer: Answer): Answer {
  const { headers, body } = answer;
  for (const name in headers) {
    const value = headers[name]!;
    // A header is written in Latin-1 at most.
    const said = typeof value === "string" ? withoutSecrets(value).replaceAll("…", "...") : value;
    if (said !== value) headers[name] = said;
  }
  if (typeof body !== "string") return answer;
  const said = withoutSecrets(body);
  return said === body ? answer : { ...answer, body: said };
}

/** A log to which no key is told. */
export const keepingKeysFrom = (log: Log): Log => ({
  request: (entry) =>
    log.request({
      ...entry,
      path: withoutSecrets(entry.path),
      userAgent: withoutSecrets(entry.userAgent),
    }),
  fault(error, requestId) {
    const told = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    const said = withoutSecrets(told);
    log.fault(said === told ? error : said, requestId);
  },
  notice: (sentence) => log.notice(withoutSecrets(sentence)),
});
