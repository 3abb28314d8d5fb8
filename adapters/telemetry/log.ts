import type { Log, RequestEntry } from "../../core/ports/log.ts";

/** Returns the time as RFC 3339, formatted at most once a millisecond. */
function createClock(): () => string {
  let last = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

/** Quotes a JSON string. Plain ASCII doesn't need JSON.stringify, which is slower. */
const quote = (text: string) =>
  /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text) ? `"${text}"` : JSON.stringify(text);

/** Receives one line without its line break. */
type WriteLine = (line: string) => void;

/**
 * Writes one JSON object a line. Requests have `{time, level, id, method, path, status, ms,
 * user_agent}`. Requests with an API key also have its ID as `key`, and signed requests have
 * `agent` or `signature`. Traced requests have `trace_id` and `span_id`. Errors have `error`, and warnings `message`.
 */
export function createJsonLog(write: WriteLine): Log {
  const time = createClock();
  return {
    // Concatenated by hand because JSON.stringify takes as long as the rest of sending the
    // response.
    request(entry) {
      const { id, method, path, status, milliseconds, userAgent } = entry;
      const { key, agent, signature, traceId, spanId } = entry;
      const keyField = key !== undefined ? `,"key":${quote(key)}` : "";
      let signerField = "";
      if (agent !== undefined) signerField = `,"agent":${quote(agent)}`;
      else if (signature !== undefined) signerField = `,"signature":${quote(signature)}`;
      const traceFields =
        traceId === undefined ? "" : `,"trace_id":"${traceId}","span_id":"${spanId}"`;
      const ms = Math.round(milliseconds * 100) / 100;
      write(
        `{"time":"${time()}","level":"${statusLevel(status)}","id":${quote(id)},"method":${quote(method)},"path":${quote(path)},"status":${status},"ms":${ms},"user_agent":${quote(userAgent)}${keyField}${signerField}${traceFields}}`,
      );
    },
    error(error, id) {
      write(JSON.stringify({ time: time(), level: "error", id, error: formatError(error) }));
    },
    warn(message) {
      write(JSON.stringify({ time: time(), level: "warn", message }));
    },
  };
}

const GREEN = 32;
const YELLOW = 33;
const RED = 31;
const DIM = 2;

/** Writes one short line for each request, for a terminal. */
export function createPrettyLog(write: WriteLine, { color = false } = {}): Log {
  const paint = (code: number, text: string) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  return {
    request({ method, path, status, milliseconds, userAgent, agent, signature }: RequestEntry) {
      const time = new Date().toTimeString().slice(0, 8);
      const statusText = paint(statusColor(status), String(status));
      const signatureText = signature === undefined ? "" : ` (signature ${signature})`;
      const client = agent === undefined ? `${userAgent}${signatureText}` : `signed by ${agent}`;
      const clientText = toPrintable(client).slice(0, 100);
      write(
        `${paint(DIM, time)} ${statusText} ${method} ${toPrintable(path)} ${paint(DIM, `${milliseconds.toFixed(1)} ms  ${clientText}`)}`,
      );
    },
    error(error, id) {
      write(`${paint(RED, "error")}${id ? ` in request ${id}` : ""}\n${formatError(error)}`);
    },
    warn(message) {
      write(`${paint(YELLOW, "warning")} ${toPrintable(message)}`);
    },
  };
}

function statusColor(status: number): number {
  if (status < 400) return GREEN;
  return status < 500 ? YELLOW : RED;
}

/**
 * Collects lines for up to 50 ms and writes them at once, because a write for each line costs more
 * than the request that it describes. `flush` writes the remaining lines.
 */
export function createBufferedWriter(write: (text: string) => void): {
  write: WriteLine;
  flush(): void;
} {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  // If the reader of the log is gone, the service continues without a log.
  const tryWrite = (text: string) => {
    try {
      write(text);
    } catch {}
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = `${lines.join("\n")}\n`;
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

/** Replaces control characters, so that a request can't control the terminal. */
const toPrintable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?");
