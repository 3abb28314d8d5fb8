import { formatCount } from "../../core/lib/kit/text/format-count.ts";
import { type Finding, problem } from "../runtime/finding.ts";

/** Prints findings as checks complete. */
export interface Report {
  add(findings: readonly Finding[]): void;
  /**
   * Prints findings once they are available. Until then it prints `title` every two seconds, for at
   * most `timeoutMs`.
   */
  addWhenDone(title: string, work: Promise<readonly Finding[]>, timeoutMs: number): Promise<void>;
  /** Prints the totals. Returns 1 if there was a problem. */
  end(): 0 | 1;
}

interface ReportOptions {
  /** Whether to use colors. */
  readonly isTerminal?: boolean;
  /** A text to remove from all output. */
  readonly secret?: string;
}

const COLORS = { ok: 32, note: 33, problem: 31 };

/** Creates a report that prints findings as lines. */
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
              `${title} took longer than ${timeoutMs / 1000} seconds.`,
              "Run the doctor again once the site and its services respond faster.",
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
      print(`\n${formatTotals(counts.problem, counts.note)}`);
      return counts.problem > 0 ? 1 : 0;
    },
  };
}

function formatTotals(problems: number, notes: number): string {
  if (problems > 0) return `${formatCount(problems, "problem")}, ${formatCount(notes, "note")}.`;
  return notes > 0 ? `No problems, ${formatCount(notes, "note")}.` : "No problems.";
}

/** Replaces control characters, because findings may contain text of a site. */
const printable = (text: string) => text.replaceAll(/[\x00-\x1f\x7f-\x9f]/g, "?");
