/** What only the runtime knows of the process that it runs. */
export interface ProcessMetrics {
  /** The runtime and its version: `Node 24.21.0`. */
  readonly runtime: string;
  /** When the process began, in seconds since 1970. */
  readonly startedSeconds: number;
  /** What it has in memory. */
  residentBytes(): number;
}
