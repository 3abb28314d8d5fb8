import type { Log } from "../ports/log.ts";
import { Problem } from "../problem.ts";
import { headersOf } from "./agents/verdict.ts";
import { problemAnswer } from "./answer.ts";
import type { Answer, Asked, Handler } from "./handler.ts";
import type { Meter } from "./meter.ts";
import { type Passage, passageOf } from "./passage.ts";
import type { Router } from "./router.ts";

/** Turns what was thrown into an answer; anything but a `Problem` into one that tells nothing. */
export type WriteFailure = (
  error: unknown,
  requestId: string,
  asked: Pick<Asked, "method" | "headers">,
) => Answer;

/** What every answer is given on its way out. */
export interface Outermost {
  readonly log?: Log | undefined;
  readonly meter?: Meter | undefined;
  /** Makes the id of a request: a UUID, or its own where its protocol has the client say one. */
  newId(asked: Asked): string;
  /** Writes what was thrown at a path: by default as a problem document. */
  failureAt?(path: string): WriteFailure;
  /** Headers for the answers at a path, failures too. */
  headersFor(path: string): Readonly<Record<string, string>>;
}

/** Gives each request an id, turns what is thrown into an answer, and tells the log and the meter. */
export function observed(
  route: Router,
  { log, meter, newId, failureAt = () => problemAnswer, headersFor }: Outermost,
): Handler {
  return async (asked) => {
    const started = performance.now();
    const passage = passageOf(asked.url, newId(asked));
    const { id, path } = passage;
    meter?.begin();
    let answer: Answer;
    let gone = false;
    try {
      answer = await route(asked, passage);
    } catch (error) {
      gone = asked.signal.aborted;
      if (!(error instanceof Problem) && !gone) log?.fault(error, id);
      answer = failureAt(path)(error, id, asked);
      if (asked.method === "HEAD") answer = { ...answer, body: null };
    }
    if (passage.isPassedOn) answer.headers["request-id"] ??= id;
    else finish(answer, headersFor(passage.path), id);
    if (passage.headers) Object.assign(answer.headers, passage.headers);
    const { signed } = passage;
    if (signed) {
      Object.assign(answer.headers, headersOf(signed));
      meter?.signature(signed.outcome);
    }
    const status = gone ? 499 : answer.status;
    const milliseconds = performance.now() - started;
    meter?.end(passage.route, asked.method, status, milliseconds);
    log?.request({
      id,
      method: asked.method,
      path: loggedPath(passage),
      status,
      milliseconds,
      userAgent: asked.headers.get("user-agent")?.slice(0, 200) ?? "",
      ...(passage.key !== undefined && { key: passage.key }),
      ...(signed &&
        (signed.outcome === "verified"
          ? { agent: signed.agent }
          : { signature: `${signed.outcome}: ${signed.reason}` })),
    });
    return answer;
  };
}

function finish(answer: Answer, added: Readonly<Record<string, string>>, id: string): void {
  for (const name in added) answer.headers[name] ??= added[name]!;
  answer.headers["request-id"] = id;
}

/** What stands in a path may be a key, as a checkout's id is: of a route with parameters only the route is told, and elsewhere nothing that looks like one. */
const loggedPath = ({ path, route }: Passage): string =>
  route?.includes("{") ? route : path.slice(0, 200).replaceAll(/_[A-Za-z0-9]{20,}/g, "_…");
