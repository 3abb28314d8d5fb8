import type { TestAccount, TestBrowser } from "../account/fixtures/fixture.ts";
import type { TestIdentityProvider } from "../fixtures/identity-provider.ts";
import type { startUpstream } from "../fixtures/platform/tool-runner.ts";

/** Two processes of a service on one database, with an owner who has signed in. */
export interface RaceFixture {
  readonly processes: readonly [TestAccount, TestAccount];
  readonly owner: TestBrowser;
  /** The app `notes`, which records its requests. */
  readonly app: Awaited<ReturnType<typeof startUpstream>>;
  readonly identities: TestIdentityProvider;
  /** Returns a browser at one of the processes, with a network and the cookies of another browser. */
  openBrowser(index: number, from?: TestBrowser): TestBrowser;
  /** Calls an operation of the platform as a key with all permissions, at one of the processes. */
  api(index: number, method: string, path: string, body?: object): Promise<RaceResponse>;
}

export interface RaceResponse {
  readonly status: number;
  readonly body: any;
}

/** What happens if an operation is called many times at the same time. */
export interface Race {
  /** Prepares the calls. The function that it returns sends one of them. */
  prepare(fixture: RaceFixture): Promise<(index: number) => Promise<RaceResponse>>;
  /** How many calls succeed. */
  readonly winners: number;
  /** The statuses of the other calls. */
  readonly losers?: readonly number[];
  /** Checks what the calls left behind, given the bodies of those that succeeded. */
  verify?(fixture: RaceFixture, bodies: readonly any[]): Promise<void>;
}

/** How many calls are sent. */
export const CALLS = 20;

/** All calls succeed. */
export const ALL = { winners: CALLS } as const;
