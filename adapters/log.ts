import type { Log, RequestEntry } from "../core/index.ts";

/** The time as RFC 3339 writes it; made once a millisecond. */
function clock(): () => string {
  let last = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) text = new Date((last = now)).toISOString();
    return text;
  };
}

/** A text as JSON writes it; the plain ones without JSON.stringify. */
const quoted = (text: string) =>
  /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? `"${text}"` : JSON.stringify(text);

/** Where lines go: a whole line each, without its end. */
export type Write = (line: string) => void;

/** One JSON object a line, for machines: `{time, level, id, method, path, status, ms, user_agent}` and, of a request with a key, the `key`'s id, of a signed one, `agent` or `signature`; or a `notice`. */
export function jsonLog(write: Write): Log {
  const time = clock();
  return {
    // Put together here: JSON.stringify takes as long as the rest of the answer's way out.
    request({ id, method, path, status, milliseconds, userAgent, key, agent, signature }) {
      const keyed = key !== undefined ? `,"key":${quoted(key)}` : "";
      const signed =
        agent !== undefined
          ? `,"agent":${quoted(agent)}`
          : signature !== undefined
            ? `,"signature":${quoted(signature)}`
            : "";
      const ms = Math.round(milliseconds * 100) / 100;
      write(
        `{"time":"${time()}","level":"${levelOf(status)}","id":${quoted(id)},"method":${quoted(method)},"path":${quoted(path)},"status":${status},"ms":${ms},"user_agent":${quoted(userAgent)}${keyed}${signed}}`,
      );
    },
    fault(error, id) {
      write(JSON.stringify({ time: time(), level: "error", id, fault: faultOf(error) }));
    },
    notice(sentence) {
      write(JSON.stringify({ time: time(), level: "warn", notice: sentence }));
    },
  };
}

/** One short line a request, for people at a terminal. */
export function prettyLog(write: Write, { colour = false } = {}): Log {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    request({
      method,
      path,
      status,
      milliseconds,
      userAgent,
      agent: signer,
      signature,
    }: RequestEntry) {
      const time = new Date().toTimeString().slice(0, 8);
      const shown = paint(status < 400 ? 32 : status < 500 ? 33 : 31, String(status));
      const said =
        signer === undefined
          ? `${userAgent}${signature === undefined ? "" : ` (signature ${signature})`}`
          : `signed by ${signer}`;
      const agent = printable(said).slice(0, 100);
      write(
        `${paint(2, time)} ${shown} ${method} ${printable(path)} ${paint(2, `${milliseconds.toFixed(1)} ms  ${agent}`)}`,
      );
    },
    fault(error, id) {
      write(`${paint(31, "fault")} in request ${id}\n${faultOf(error)}`);
    },
    notice(sentence) {
      write(`${paint(33, "notice")} ${printable(sentence)}`);
    },
  };
}

/**
 * Lines gathered for up to 50 ms and then written in one go, since a write for each costs more than the request it tells
 * of. `flush` writes what is left.
 */
export function gathered(write: (text: string) => void): { write: Write; flush(): void } {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  // Whoever read the log may be gone: that is no reason to stop serving.
  const tryWrite = (text: string) => {
    try {
      write(text);
    } catch {}
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join("\n") + "\n";
    lines = [];
    tryWrite(text);
  };
  return {
    write(line) {
      lines.push(line);
      timer ??= setTimeout(flush, 50).unref();
    },
    flush,
  };
}

const levelOf = (status: number) => (status < 500 ? "info" : "error");
const faultOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error);

/** A terminal's control characters must not come from a request. */
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?");
