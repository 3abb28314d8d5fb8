import type { LoadComposer } from "../../lib/openapi-tools/body/index.ts";
import type { Outbound } from "../../ports/outbound.ts";
import type { RunRecord } from "../../ports/stores/run-store.ts";
import type { AcquireSlot } from "../app-requests/transport-http.ts";
import type { createRequestCheck } from "./prepare-run.ts";
import type { PreparedRun, RunConnections, RunOutcome } from "./run-service.ts";

/** The dependencies of code that sends the requests of tools. */
export interface RunDeps {
  readonly outbound: Outbound;
  readonly publicOutbound: Outbound;
  readonly loadComposer?: LoadComposer | undefined;
  readonly connections: RunConnections;
  readonly checkRequest: ReturnType<typeof createRequestCheck>;
  acquireFor(account: string): AcquireSlot;
  execute(prepared: PreparedRun, run: RunRecord, timeoutMs: number): Promise<RunOutcome>;
  storeOutcome(outcome: RunOutcome, wasBegun: boolean): Promise<unknown>;
  now(): number;
}
