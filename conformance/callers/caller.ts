import type { Call, Protocol } from "../case.ts";
import type { Target, TargetKind } from "../targets/target.ts";

/** A way to call operations. */
export interface Caller {
  readonly name: string;
  readonly protocol: Protocol;
  /** Whether it can call a target of this kind. */
  asks(kind: TargetKind): boolean;
  connect(kind: TargetKind, target: Target): Connected;
}

export interface Connected {
  readonly call: Call;
  close(): Promise<void>;
}
