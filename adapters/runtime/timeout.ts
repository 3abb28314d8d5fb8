import { setTimeout } from "node:timers";

interface Timeout {
  readonly dueAt: number;
  readonly onTimeout: () => void;
}

/** Timeouts of one duration, in the order in which they are due. Each group has one timer. */
const groups = new Map<number, Set<Timeout>>();

/**
 * Calls `onTimeout` once after `milliseconds`, unless the returned function is called first. The
 * timeout doesn't keep the process alive. Timeouts of the same duration share a timer, because a
 * timer per request costs more than the code that it guards.
 */
export function startTimeout(milliseconds: number, onTimeout: () => void): () => void {
  const duration = Math.ceil(milliseconds);
  const group = groups.get(duration) ?? createGroup(duration);
  const timeout = { dueAt: performance.now() + duration, onTimeout };
  group.add(timeout);
  return () => void group.delete(timeout);
}

function createGroup(duration: number): Set<Timeout> {
  const group = new Set<Timeout>();
  groups.set(duration, group);
  scheduleCheck(duration, group, duration);
  return group;
}

function scheduleCheck(duration: number, group: Set<Timeout>, afterMs: number): void {
  setTimeout(() => checkGroup(duration, group), Math.max(1, Math.ceil(afterMs))).unref();
}

function checkGroup(duration: number, group: Set<Timeout>): void {
  const now = performance.now();
  const due: Timeout[] = [];
  for (const timeout of group) {
    if (timeout.dueAt > now) break;
    due.push(timeout);
    group.delete(timeout);
  }
  const [next] = group;
  if (next) scheduleCheck(duration, group, next.dueAt - now);
  else groups.delete(duration);
  for (const { onTimeout } of due) onTimeout();
}
