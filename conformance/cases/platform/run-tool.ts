import type { CasesOf } from "../../case.ts";
import { commonCases } from "./every-operation.ts";
import { getRemarkInput } from "./run-cases.ts";
import { runToolConnections } from "./run-tool-connections.ts";
import { runToolIdempotency } from "./run-tool-idempotency.ts";
import { runToolInput } from "./run-tool-input.ts";
import { runToolResults } from "./run-tool-results.ts";

/** Required behavior of `runTool`. */
export const runTool: CasesOf<"runTool"> = [
  ...runToolResults,
  ...runToolConnections,
  ...runToolIdempotency,
  ...runToolInput,
  ...commonCases<"runTool">(getRemarkInput("1"), { permission: "run" }),
];
