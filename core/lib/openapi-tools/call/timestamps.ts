import type { TimestampTree } from "../tool-record.ts";

/** Converts the timestamps among arguments to the formats of the request. */
export const formatTimestamps = (
  args: Readonly<Record<string, unknown>>,
  tree: TimestampTree | undefined,
): Readonly<Record<string, unknown>> =>
  tree ? (formatMembers(args, tree) as Readonly<Record<string, unknown>>) : args;

function formatMembers(value: unknown, tree: TimestampTree): unknown {
  if (Array.isArray(value)) return value.map((item) => formatMembers(item, tree));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const format = Object.hasOwn(tree, name) ? tree[name] : tree["*"];
      return [name, format === undefined ? member : formatMember(member, format)];
    }),
  );
}

function formatMember(value: unknown, format: TimestampTree[string]): unknown {
  if (typeof format === "object") return formatMembers(value, format);
  if (Array.isArray(value)) return value.map((item) => formatMember(item, format));
  // An app rejects other texts with an explanation of its own.
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) return value;
  return format === "unix" ? time / 1000 : new Date(time).toUTCString();
}
