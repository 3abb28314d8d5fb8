/** One observable promise of a port, on an empty place that is made for it and closed after it. */
export interface Check<Rig> {
  readonly name: string;
  run(driver: () => Promise<Rig>): Promise<void>;
}

/** A check on an empty place of its own. */
export const checkOf = <Rig extends { close(): Promise<void> }>(
  name: string,
  run: (rig: Rig) => Promise<void>,
): Check<Rig> => ({
  name,
  async run(driver) {
    const rig = await driver();
    try {
      await run(rig);
    } finally {
      await rig.close();
    }
  },
});

/** As many at once. */
export const together = <T>(times: number, work: (each: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, each) => work(each)));
