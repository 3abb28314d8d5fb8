/** One observable promise of a port, on an empty place that is made for it and closed after it. */
export interface PortCheck<Rig> {
  readonly name: string;
  run(driver: () => Promise<Rig>): Promise<void>;
}

/** A check on an empty place of its own. */
export const createCheck = <Rig extends { close(): Promise<void> }>(
  name: string,
  run: (fixture: Rig) => Promise<void>,
): PortCheck<Rig> => ({
  name,
  async run(driver) {
    const fixture = await driver();
    try {
      await run(fixture);
    } finally {
      await fixture.close();
    }
  },
});

/** As many at once. */
export const runConcurrently = <T>(
  count: number,
  work: (each: number) => Promise<T>,
): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, each) => work(each)));
