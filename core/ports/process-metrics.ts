/** Metrics of the process that depend on the runtime. */
export interface ProcessMetrics {
  /** The name and version of the runtime: `Node 24.21.0`. */
  readonly runtime: string;
  /** The start time of the process, in seconds since 1970. */
  readonly startedSeconds: number;
  /** Returns the resident memory in bytes. */
  residentBytes(): number;
}
