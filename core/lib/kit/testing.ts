/** The used part of `Session` of `node:inspector`. */
interface Session {
  connect(): void;
  disconnect(): void;
  post(
    method: string,
    params: object,
    callback: (error: Error | null, result?: object) => void,
  ): void;
}

/** The result of `Profiler.takePreciseCoverage` of the Chrome DevTools Protocol. */
interface Coverage {
  readonly result: readonly {
    readonly functions: readonly {
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/** More than sorting needs for twice as much input, and less than comparing all pairs needs. */
const GROWTH = 2.5;
/** Steps an item that may come in addition, for linear work that only long input needs. */
const EXTRA_STEPS = 10;

/**
 * Counts the blocks of JavaScript that this thread executes. The count doesn't depend on the machine or its load.
 * Built-in functions count as nothing: test those with an input so large that quadratic work takes
 * minutes.
 */
export class StepCounter {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    session.connect();
    this.#post("Profiler.enable");
    this.#post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Returns how many blocks a function executes, with all functions that it calls. */
  count(run: () => void): number {
    this.#post("Profiler.takePreciseCoverage"); // Sets the counts to zero.
    run();
    const { result } = this.#post("Profiler.takePreciseCoverage") as Coverage;
    let steps = 0;
    for (const { functions } of result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    return steps;
  }

  /** Stops counting, because counting makes the thread slow. */
  stop(): void {
    this.#post("Profiler.stopPreciseCoverage");
    this.#session.disconnect();
  }

  #post(method: string, params = {}): object | undefined {
    let reply: object | undefined;
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      reply = result;
    });
    return reply;
  }
}

/**
 * Throws if work grows faster than its input. `prepare` returns the work for an input of a size,
 * which it creates uncounted. The sizes compared are `size` and twice as much.
 */
export function expectLinearSteps(
  steps: StepCounter,
  prepare: (size: number) => () => void,
  size = 500,
): void {
  const half = prepare(size);
  half(); // Fills caches.
  const before = steps.count(half);
  const after = steps.count(prepare(2 * size));
  if (after > GROWTH * before + EXTRA_STEPS * size)
    throw new Error(
      `takes ${(after / before).toFixed(1)} times as many steps for twice as much input (${before} and ${after})`,
    );
}
