import { describe, expect, it } from "vitest";
import { createDestinations, DestinationBusy } from "./destinations.ts";

/** Destinations whose tasks end when the test says so. */
function createFixture(concurrency = 20) {
  let time = 0;
  const destinations = createDestinations(concurrency, { now: () => time, random: () => 0 });
  const running: { readonly name: string; end(): void }[] = [];
  const run = (name: string, options?: { readonly isPatient?: boolean }) =>
    destinations.run(
      name,
      () => new Promise<number>((resolve) => running.push({ name, end: () => resolve(0) })),
      options,
    );
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    run,
    running,
    settle,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const catchBusy = (error: unknown): number => {
  expect(error).toBeInstanceOf(DestinationBusy);
  return (error as DestinationBusy).until;
};

describe("destinations", () => {
  it("get five tasks at once, while others wait for up to a second", async () => {
    const { run, running, settle } = createFixture();
    // 50 ms each, five at once.
    for (let index = 0; index < 105 - 1; index++) void run("a");
    await settle();
    expect(running).toHaveLength(5);
    void run("a");
    const times = [await run("a").catch(catchBusy), await run("a").catch(catchBusy)];
    expect(times).toEqual([210, 220]);
    void run("a", { isPatient: true });
    void run("b");
    await settle();
    expect(running.map(({ name }) => name).join("")).toBe("aaaaab");
    running[0]!.end();
    await settle();
    expect(running).toHaveLength(7);
  });

  it("let five wait, however long their tasks take, and spread the others", async () => {
    const { run, running, settle, advance } = createFixture();
    const first = run("a");
    await settle();
    advance(10_000);
    running[0]!.end();
    await first;
    for (let index = 0; index < 10; index++) void run("a");
    await settle();
    let until = await run("a").catch(catchBusy);
    // A fifth of the average, which is 50 ms and a fifth of 10 s.
    expect(until).toBe(10_000 + 200 + (50 + (10_000 - 50) * 0.2) / 5);
    for (let index = 0; index < 1_000; index++) until = await run("a").catch(catchBusy);
    expect(until).toBe(10_000 + 30_000);
  });

  it("share the tasks of a process", async () => {
    const { run, running, settle } = createFixture(6);
    for (const name of ["a", "a", "a", "a", "a", "b", "b"]) void run(name);
    await settle();
    expect(running.map(({ name }) => name).join("")).toBe("aaaaab");
  });
});
