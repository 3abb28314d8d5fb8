import { createSemaphore, type Semaphore } from "../../../lib/kit/flow/semaphore.ts";

/** A destination is busy, and others wait for it for long already. */
export class DestinationBusy extends Error {
  override readonly name = "DestinationBusy";
  /** When to try again, in milliseconds since 1970. */
  readonly until: number;

  constructor(until: number) {
    super("The destination is busy with others.");
    this.until = until;
  }
}

/** Limits what a process sends at once, in all and to each destination. */
interface Destinations {
  /**
   * Runs a task when there is room. Rejects with `DestinationBusy` if others wait for long already,
   * unless `isPatient`.
   */
  run<Result>(
    destination: string,
    task: () => Promise<Result>,
    options?: { readonly isPatient?: boolean | undefined },
  ): Promise<Result>;
}

interface Load {
  /** The average time of a task, in milliseconds. */
  average: number;
  /** When the tasks that were postponed will have been done, in milliseconds since 1970. */
  free: number;
}

const MAX_PER_DESTINATION = 5;
/** How many tasks may always wait. */
const MIN_WAITING = 5;
/** More may wait for this long. Otherwise they would keep those of other destinations from their turn. */
const MAX_WAIT_MILLISECONDS = 1_000;
const FIRST_AVERAGE = 50;
/** The weight of the last task in the average. */
const WEIGHT = 0.2;
const MIN_DELAY = 200;
const MAX_DELAY = 60_000;
const MAX_LOADS = 1_000;

/**
 * Creates the limits. A task that is postponed gets a time at which it is likely to have room, by the
 * number of those before it and the average time, so that a long queue isn't tried again and again.
 */
export function createDestinations(
  concurrency: number,
  { now, random }: { now(): number; random(): number },
): Destinations {
  const slots: Semaphore = createSemaphore(concurrency, { maxPerHolder: MAX_PER_DESTINATION });
  const loads = new Map<string, Load>();

  const loadOf = (destination: string): Load => {
    const load = loads.get(destination) ?? { average: FIRST_AVERAGE, free: 0 };
    loads.delete(destination);
    loads.set(destination, load);
    const [oldest] = loads.size > MAX_LOADS ? loads.keys() : [];
    if (oldest !== undefined) loads.delete(oldest);
    return load;
  };
  const postpone = (load: Load): number => {
    const earliest = now() + MIN_DELAY;
    load.free = Math.max(load.free, earliest) + load.average / MAX_PER_DESTINATION;
    // Nobody knows that far ahead. Spread out, because otherwise all would come at once.
    return load.free > now() + MAX_DELAY ? now() + MAX_DELAY * (0.5 + random() / 2) : load.free;
  };

  return {
    async run(destination, task, { isPatient = false } = {}) {
      const load = loadOf(destination);
      const waiting = slots.waitingOf(destination);
      const wait = ((waiting + 1) * load.average) / MAX_PER_DESTINATION;
      if (!isPatient && waiting >= MIN_WAITING && wait > MAX_WAIT_MILLISECONDS)
        throw new DestinationBusy(postpone(load));
      return slots.run(
        async () => {
          const startedAt = now();
          try {
            return await task();
          } finally {
            load.average += (now() - startedAt - load.average) * WEIGHT;
          }
        },
        { holder: destination },
      );
    },
  };
}
