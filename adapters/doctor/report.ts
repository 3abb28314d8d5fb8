/** What a check found: what, where, and what to do. */
export interface Finding {
  /** A problem keeps the service from its work; a note is something to think about. */
  readonly level: "ok" | "note" | "problem";
  /** A sentence. */
  readonly message: string;
  /** More of it, a line each. */
  readonly lines?: readonly string[];
  /** A sentence. */
  readonly action?: string | undefined;
}

export const ok = (message: string): Finding => ({ level: "ok", message });
export const note = (message: string, action?: string): Finding => ({
  level: "note",
  message,
  action,
});
export const problem = (message: string, action?: string): Finding => ({
  level: "problem",
  message,
  action,
});

/** Where findings go as they are made. */
export interface Report {
  add(findings: readonly Finding[]): void;
  /** Waits for findings, says that it does once it takes long, and gives up in the end. */
  addWhenDone(title: string, work: Promise<readonly Finding[]>, timeoutMs: number): Promise<void>;
  /** Sums up: 1 if there was a problem. */
  end(): 0 | 1;
}

export interface ReportOptions {
  /** Whether signs may be colored. */
  readonly isTerminal?: boolean;
  /** A text that is never shown. */
  readonly secret?: string;
}

const COLORS = { ok: 32, note: 33, problem: 31 };

/** Findings as lines for people. */
export function createReport(
  print: (text: string) => void,
  { isTerminal = false, secret = "" }: ReportOptions = {},
): Report {
  const counts = { ok: 0, note: 0, problem: 0 };
  const redact = (text: string) => printable(secret ? text.replaceAll(secret, "?…") : text);
  const add = (findings: readonly Finding[]) => {
    for (const { level, message, lines = [], action } of findings) {
      counts[level] += 1;
      const label = level.padEnd(8);
      print(
        `${isTerminal ? `\u001b[${COLORS[level]}m${label}\u001b[0m` : label} ${redact(message)}`,
      );
      for (const line of lines) print(`           ${redact(line)}`);
      if (action) print(`         → ${redact(action)}`);
    }
  };
  return {
    add,
    async addWhenDone(title, work, timeoutMs) {
      const progressTimer = setInterval(() => print(`         ${title} …`), 2_000);
      const { promise: timedOut, resolve } = Promise.withResolvers<readonly Finding[]>();
      const timeout = setTimeout(
        () =>
          resolve([
            problem(
              `${title} took longer than ${timeoutMs / 1000} seconds and was left off.`,
              "Try again when the site answers faster.",
            ),
          ]),
        timeoutMs,
      );
      try {
        add(await Promise.race([work, timedOut]));
      } finally {
        clearInterval(progressTimer);
        clearTimeout(timeout);
      }
    },
    end() {
      const formatCount = (count: number, name: string) =>
        `${count} ${name}${count === 1 ? "" : "s"}`;
      print(
        `\n${counts.problem > 0 ? `${formatCount(counts.problem, "problem")}, ${formatCount(counts.note, "note")}.` : counts.note > 0 ? `No problem, ${formatCount(counts.note, "note")}.` : "All is well."}`,
      );
      return counts.problem > 0 ? 1 : 0;
    },
  };
}

/** What is shown may come from a site: a terminal's control characters must not. */
const printable = (text: string) => text.replaceAll(/[\x00-\x1f\x7f-\x9f]/g, "?");
