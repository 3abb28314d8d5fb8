/** Shows how far a long job is: a bar on a terminal, now and then a line elsewhere. */
export interface Progress {
  /** `all` is 0 while it is not known. */
  step(step: string, done: number, all: number): void;
  tell(sentence: string): void;
  end(): void;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;

/** A progress on this output; on anything but a terminal a line each ten seconds, and at each new step. */
export function progressBar(output: Output, now: () => number = Date.now): Progress {
  let last = { step: "", at: 0 };
  let isOpen = false;
  const line = (step: string, done: number, all: number) =>
    all > 0 ? `${step} ${done} of ${all}` : `${step} ${done}`;
  const clear = () => {
    if (isOpen) output.write("\r\x1b[K");
    isOpen = false;
  };
  return {
    step(step, done, all) {
      const isDue =
        step !== last.step || done === all || now() - last.at > (output.isTTY ? 100 : 10_000);
      if (!isDue) return;
      last = { step, at: now() };
      if (!output.isTTY) return void output.write(`${line(step, done, all)}\n`);
      const filled = all > 0 ? Math.round((done / all) * WIDTH) : 0;
      output.write(
        `\r\x1b[K${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${line(step, done, all)}`,
      );
      isOpen = true;
    },
    tell(sentence) {
      clear();
      output.write(`${sentence}\n`);
    },
    end: clear,
  };
}
