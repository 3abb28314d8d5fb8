import type { DatabaseKind } from "./databases.ts";

/** Why a driver can't be checked, such as a feature that its provider doesn't have. */
export type SkipReason = string;

/** One observable guarantee of a port. */
export interface PortCheck<Fixture> {
  readonly name: string;
  /** Rejects with the assertion that failed. */
  run(fixture: Fixture): Promise<SkipReason | undefined> | Promise<void> | void;
}

export const createCheck = <Fixture>(
  name: string,
  run: PortCheck<Fixture>["run"],
): PortCheck<Fixture> => ({ name, run });

/** The checks of a port and one driver to run them on. */
export interface PortSuite<Fixture> {
  /** The port and the driver. */
  readonly name: string;
  readonly checks: readonly PortCheck<Fixture>[];
  /**
   * Opens the driver for one check. `location` is a folder or a URL if the suite has `databases`,
   * and empty otherwise.
   */
  open(location: string): Promise<Fixture> | Fixture;
  /** Runs the checks on each of these databases. */
  readonly databases?: readonly DatabaseKind[];
  /**
   * Runs the checks in a separate process on each runtime. The program is the file that calls
   * `portSuite`, so `import.meta.filename`. Default: the checks run in the test process.
   */
  readonly program?: string;
  /**
   * How many checks run at the same time in the program. If several do, the programs of all runtimes
   * do, too. This needs a fixture that shares nothing with the others, such as that of `inDatabase`.
   * Default: 1.
   */
  readonly concurrency?: number;
  /** Environment variables of the program. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Command lines that replace those of the runtimes, by name. */
  readonly commands?: Readonly<Record<string, readonly string[]>>;
}

/** The outcome of one check, as a program prints it. */
export interface CheckResult {
  readonly name: string;
  readonly skipped?: SkipReason;
  /** Stack of the failure. Undefined if the check passed. */
  readonly error?: string;
}

/** The environment variable that names the suite to run as a program. */
export const SUITE_VARIABLE = "PORT_SUITE";

/** Runs a check on a new fixture, then closes it. */
export async function runCheck<Fixture extends { close(): unknown }>(
  { open }: Pick<PortSuite<Fixture>, "open">,
  { run }: PortCheck<Fixture>,
  location: string,
): Promise<SkipReason | undefined> {
  const fixture = await open(location);
  try {
    return (await run(fixture)) || undefined;
  } finally {
    await fixture.close();
  }
}

/** Starts `count` calls at the same time. Each call receives its index. */
export const runConcurrently = <T>(
  count: number,
  work: (index: number) => Promise<T>,
): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, index) => work(index)));
