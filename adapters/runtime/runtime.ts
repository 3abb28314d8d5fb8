import type { UpstreamDriver, UpstreamDriverOptions } from "../proxy/driver.ts";
import type { Serve } from "./server-types.ts";

/** The parts of the program that depend on the runtime. */
export interface Runtime {
  /** The name for people. */
  readonly label: string;
  readonly version: () => string;
  /** Returns whether this process runs on the runtime. Absent: it does if on no other. */
  readonly isCurrent?: () => boolean;
  /** The command line that runs a file with every permission. */
  readonly command: readonly string[];
  readonly serve: Serve;
  /** Whether the server can close the connections of slow clients. */
  readonly closesSlowConnections: boolean;
  /** Opens connections to the upstream of the reverse proxy. */
  createUpstreamDriver(options: UpstreamDriverOptions): UpstreamDriver;
  /** The number of concurrent requests to the upstream that the runtime can send. */
  readonly maxUpstreamRequests: number;
}
