/** One observable guarantee of a port. */
export interface PortCheck<Fixture> {
  readonly name: string;
  /** Checks a new fixture, then closes it. Rejects with the assertion that failed. */
  run(createFixture: () => Promise<Fixture>): Promise<void>;
}

export const createCheck = <Fixture extends { close(): Promise<void> }>(
  name: string,
  run: (fixture: Fixture) => Promise<void>,
): PortCheck<Fixture> => ({
  name,
  async run(createFixture) {
    const fixture = await createFixture();
    try {
      await run(fixture);
    } finally {
      await fixture.close();
    }
  },
});

/** Starts `count` calls at the same time. Each call receives its index. */
export const runConcurrently = <T>(
  count: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => work(index)));
