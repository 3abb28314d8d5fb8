/** What a check found: what, where, and what to do. */
export interface Finding {
  /** A problem keeps the service from its work; a note is something to think about. */
  readonly level: "ok" | "note" | "problem";
  /** A sentence. */
  readonly what: string;
  /** More of it, a line each. */
  readonly lines?: readonly string[];
  /** A sentence. */
  readonly todo?: string | undefined;
}

export const ok = (what: string): Finding => ({ level: "ok", what });
export const note = (what: string, todo?: string): Finding => ({ level: "note", what, todo });
export const problem = (what: string, todo?: string): Finding => ({ level: "problem", what, todo });

/** Where findings go as they are made. */
export interface Report {
  tell(findings: readonly Finding[]): void;
  /** Waits for findings, says that it does once it takes long, and gives up in the end. */
  during(title: string, work: Promise<readonly Finding[]>, mostMs: number): Promise<void>;
  /** Sums up: 1 if there was a problem. */
  end(): 0 | 1;
}

export interface ReportOptions {
  /** Whether signs may be coloured. */
  readonly isTerminal?: boolean;
  /** A text that is never shown. */
  readonly hidden?: string;
}

const COLOURS = { ok: 32, note: 33, problem: 31 };

/** Findings as lines for people. */
export function createReport(
  say: (text: string) => void,
  { isTerminal = false, hidden = "" }: ReportOptions = {},
): Report {
  const counts = { ok: 0, note: 0, problem: 0 };
  const shown = (text: string) => printable(hidden ? text.replaceAll(hidden, "?…") : text);
  const tell = (findings: readonly Finding[]) => {
    for (const { level, what, lines = [], todo } of findings) {
      counts[level] += 1;
      const sign = level.padEnd(8);
      say(`${isTerminal ? `\u001b[${COLOURS[level]}m${sign}\u001b[0m` : sign} ${shown(what)}`);
      for (const line of lines) say(`           ${shown(line)}`);
      if (todo) say(`         → ${shown(todo)}`);
    }
  };
  return {
    tell,
    async during(title, work, mostMs) {
      const slow = setInterval(() => say(`         ${title} …`), 2_000);
      const { promise: late, resolve } = Promise.withResolvers<readonly Finding[]>();
      const limit = setTimeout(
        () =>
          resolve([
            problem(
              `${title} took longer than ${mostMs / 1000} seconds and was left off.`,
              "Try again when the site answers faster.",
            ),
          ]),
        mostMs,
      );
      try {
        tell(await Promise.race([work, late]));
      } finally {
        clearInterval(slow);
        clearTimeout(limit);
      }
    },
    end() {
      const some = (count: number, name: string) => `${count} ${name}${count === 1 ? "" : "s"}`;
      say(
        `\n${counts.problem > 0 ? `${some(counts.problem, "problem")}, ${some(counts.note, "note")}.` : counts.note > 0 ? `No problem, ${some(counts.note, "note")}.` : "All is well."}`,
      );
      return counts.problem > 0 ? 1 : 0;
    },
  };
}

/** What is shown may come from a site: a terminal's control characters must not. */
const printable = (text: string) => text.replaceAll(/[\x00-\x1f\x7f-\x9f]/g, "?");
