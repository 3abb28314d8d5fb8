import type { CasesOf } from "../../case.ts";
import { bearerHeader, KEYS } from "../../fixtures/platform/keys.ts";
import { assertPointer } from "./input-checks.ts";
import { createRemarkInput, getRemarkInput } from "./run-cases.ts";
import { EXTRA_NAMES_UNDOCUMENTED, MESSAGE_TOO_LARGE } from "./skip-reasons.ts";

/** Invalid tools, arguments and options. */
export const runToolInput: CasesOf<"runTool"> = [
  {
    it: "points to each invalid argument",
    requires: "fixture",
    input: { tool: "fjord.create_remark", arguments: { text: 7, loud: "very" } },
    status: 422,
    problem: "invalid_arguments",
    check: assertPointer("/arguments/loud", "/arguments/text"),
  },
  {
    it: "rejects missing arguments",
    requires: "fixture",
    input: { tool: "fjord.get_remark" },
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects unknown arguments",
    requires: "fixture",
    input: getRemarkInput("1", { arguments: { id: "1", color: "red" } }),
    status: 422,
    problem: "invalid_arguments",
  },
  {
    it: "rejects a tool of an app that the key may not use",
    requires: "fixture",
    headers: bearerHeader(KEYS.limited),
    input: getRemarkInput("1"),
    status: 403,
    problem: "permission_denied",
  },
  {
    it: "rejects an unknown tool of a known app",
    requires: "fixture",
    input: { tool: "fjord.zzyzx_nothing" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a tool of an unknown app",
    requires: "fixture",
    input: { tool: "zzyzx_nothing.do" },
    status: 404,
    problem: "tool_not_found",
  },
  {
    it: "rejects a list of arguments",
    requires: "fixture",
    input: getRemarkInput("1", { arguments: [1] }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/arguments"),
  },
  {
    it: "rejects a timeout of 301 seconds",
    requires: "fixture",
    input: getRemarkInput("1", { timeout: 301 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/timeout"),
  },
  {
    it: "rejects a max_bytes of 999",
    requires: "fixture",
    input: getRemarkInput("1", { max_bytes: 999 }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/max_bytes"),
  },
  {
    it: "rejects an unknown parameter",
    requires: "fixture",
    mockSkipReason: EXTRA_NAMES_UNDOCUMENTED,
    input: getRemarkInput("1", { url: "https://evil.example" }),
    status: 400,
    problem: "invalid_input",
    check: assertPointer("/url"),
  },
  {
    it: "rejects a body over 1 MiB",
    requires: "fixture",
    only: MESSAGE_TOO_LARGE,
    input: () => createRemarkInput("a".repeat(1 << 20)),
    status: 413,
    problem: "body_too_large",
  },
];
