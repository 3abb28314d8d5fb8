/** Shows the progress of a long job. */
interface Progress {
  /** `total` is 0 while it is unknown. `unit` follows the numbers. */
  step(step: string, done: number, total: number, unit?: string): void;
  log(message: string): void;
  end(): void;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;

/**
 * Shows a bar on a terminal. On other outputs, prints a line every 10 seconds, at each new step and
 * at the end.
 */
export function createProgressBar(output: Output, now: () => number = Date.now): Progress {
  let last = { step: "", at: 0 };
  let started: number | undefined;
  let isOpen = false;
  const formatLine = (step: string, done: number, total: number, unit?: string) => {
    const figures = total > 0 ? `${done} of ${total}` : `${done}`;
    const seconds = Math.round((now() - (started ?? now())) / 1000);
    return `${step} ${figures}${unit ? ` ${unit}` : ""}, ${seconds} s`;
  };
  const clear = () => {
    if (isOpen) output.write("\r\x1b[K");
    isOpen = false;
  };
  return {
    step(step, done, total, unit) {
      started ??= now();
      const isDue =
        step !== last.step || done === total || now() - last.at > (output.isTTY ? 100 : 10_000);
      if (!isDue) return;
      last = { step, at: now() };
      if (!output.isTTY) {
        output.write(`${formatLine(step, done, total, unit)}\n`);
        return;
      }
      const filled = total > 0 ? Math.round((done / total) * WIDTH) : 0;
      output.write(
        `\r\x1b[K${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${formatLine(step, done, total, unit)}`,
      );
      isOpen = true;
    },
    log(message) {
      clear();
      output.write(`${message}\n`);
    },
    end: clear,
  };
}
