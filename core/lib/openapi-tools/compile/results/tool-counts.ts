import type { AuthMethod } from "../../app.ts";
import type { ToolRecord } from "../../tool-record.ts";

/** Adds to each method how many tools it can run, and how many of them only read. */
export const withToolCounts = (
  methods: readonly AuthMethod[],
  tools: readonly ToolRecord[],
): AuthMethod[] =>
  methods.map((method) => {
    const usable = tools.filter(({ auth }) => auth.length === 0 || auth.includes(method.id));
    const readOnly = usable.filter(({ annotations }) => annotations.readOnly);
    return { ...method, toolCounts: { all: usable.length, readOnly: readOnly.length } };
  });
