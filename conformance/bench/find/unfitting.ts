import { readFileSync } from "node:fs";

/** A task that no tool serves: an errand, gibberish, a remark, or something impossible. */
export interface UnfittingTask {
  readonly kind: string;
  readonly task: string;
}

/** Reads the tasks that the fit is learned from, or those that are only for measuring. */
export function readUnfitting(part: "tuning" | "held out"): readonly UnfittingTask[] {
  const { tuning, heldOut } = JSON.parse(
    readFileSync(new URL("unfitting.json", import.meta.url), "utf8"),
  ) as Record<"tuning" | "heldOut", readonly UnfittingTask[]>;
  return part === "tuning" ? tuning : heldOut;
}
