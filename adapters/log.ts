import type { Log, RequestEntry } from "../core/index.ts";

/** The time as RFC 3339 writes it; made once a millisecond. */
function createClock(): () => string {
  let last = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) text = new Date((last = now)).toISOString();
    return text;
  };
}

/** A text as JSON writes it; the plain ones without JSON.stringify. */
const quote = (text: string) =>
  /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? `"${text}"` : JSON.stringify(text);

/** Where lines go: a whole line each, without its end. */
export type WriteLine = (line: string) => void;

/** One JSON object a line, for machines: `{time, level, id, method, path, status, ms, user_agent}` and, of a request with a key, the `key`'s id, of a signed one, `agent` or `signature`; or a `notice`. */
export function createJsonLog(write: WriteLine): Log {
  const time = createClock();
  return {
    // Put together here: JSON.stringify takes as long as the rest of the answer's way out.
    request({ id, method, path, status, milliseconds, userAgent, key, agent, signature }) {
      const keyField = key !== undefined ? `,"key":${quote(key)}` : "";
      const signerField =
        agent !== undefined
          ? `,"agent":${quote(agent)}`
          : signature !== undefined
            ? `,"signature":${quote(signature)}`
            : "";
      const ms = Math.round(milliseconds * 100) / 100;
      write(
        `{"time":"${time()}","level":"${statusLevel(status)}","id":${quote(id)},"method":${quote(method)},"path":${quote(path)},"status":${status},"ms":${ms},"user_agent":${quote(userAgent)}${keyField}${signerField}}`,
      );
    },
    error(error, id) {
      write(JSON.stringify({ time: time(), level: "error", id, fault: formatError(error) }));
    },
    warn(message) {
      write(JSON.stringify({ time: time(), level: "warn", notice: message }));
    },
  };
}

/** One short line a request, for people at a terminal. */
export function createPrettyLog(write: WriteLine, { color: color = false } = {}): Log {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
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
      const statusText = paint(status < 400 ? 32 : status < 500 ? 33 : 31, String(status));
      const clientText =
        signer === undefined
          ? `${userAgent}${signature === undefined ? "" : ` (signature ${signature})`}`
          : `signed by ${signer}`;
      const agent = toPrintable(clientText).slice(0, 100);
      write(
        `${paint(2, time)} ${statusText} ${method} ${toPrintable(path)} ${paint(2, `${milliseconds.toFixed(1)} ms  ${agent}`)}`,
      );
    },
    error(error, id) {
      write(`${paint(31, "fault")} in request ${id}\n${formatError(error)}`);
    },
    warn(message) {
      write(`${paint(33, "notice")} ${toPrintable(message)}`);
    },
  };
}

/**
 * Lines gathered for up to 50 ms and then written in one go, since a write for each costs more than the request it tells
 * of. `flush` writes what is left.
 */
export function createBufferedWriter(write: (text: string) => void): {
  write: WriteLine;
  flush(): void;
} {
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

const statusLevel = (status: number) => (status < 500 ? "info" : "error");
const formatError = (error: unknown) =>
  error instanceof Error ? (error.stack ?? String(error)) : String(error);

/** A terminal's control characters must not come from a request. */
const toPrintable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?");
