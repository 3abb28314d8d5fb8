import type { Call, Protocol } from "../case.ts";
import type { Target, TargetKind } from "../targets/target.ts";

/** A way to call operations. */
export interface Caller {
  readonly name: string;
  readonly protocol: Protocol;
  /** Whether it can call targets of this kind. */
  supports(kind: TargetKind): boolean;
  connect(kind: TargetKind, target: Target): ConnectedCaller;
}

export interface ConnectedCaller {
  readonly call: Call;
  close(): Promise<void>;
}
