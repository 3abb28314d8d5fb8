/** As many characters as one unit of work reads or writes. */
const CHARACTERS_PER_UNIT = 16;

/** Thrown when work reaches its limit. */
export class WorkLimitError extends Error {
  override readonly name = "WorkLimitError";
  constructor() {
    super("The work has reached its limit.");
  }
}

/**
 * Counts work while it runs, and ends it at a limit. One unit is a step, an item that is visited or
 * created, or 16 characters that are read or written. Units are taken before the work is done, so
 * no operation that exceeds the limit begins.
 */
export class Work {
  #left: number;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** The units that were taken. Never more than the limit. */
  get used(): number {
    return this.#limit - this.#left;
  }

  /** Takes units. Throws `WorkLimitError` if fewer are left, and then also for any later work. */
  take(units: number): void {
    if (units <= this.#left) this.#left -= units;
    else this.#end();
  }

  /** Takes the units of characters. */
  takeText(characters: number): void {
    this.take(Math.ceil(characters / CHARACTERS_PER_UNIT));
  }

  /** Whether so many units are left. */
  has(units: number): boolean {
    return units <= this.#left;
  }

  /** Takes units for work that begins later, which is counted separately. */
  reserve(units: number): Work {
    this.take(units);
    return new Work(units);
  }

  /** Runs a part of the work that has another, lower limit. What it takes is also taken here. */
  part<Value>(limit: number, run: (part: Work) => Value): Value {
    const part = new Work(Math.min(limit, this.#left));
    try {
      return run(part);
    } finally {
      this.#left -= part.used;
    }
  }

  #end(): never {
    this.#left = 0;
    throw new WorkLimitError();
  }
}
