import type { Statement } from "./statement.ts";

/**
 * Rate limits that several processes share. Without them, each process has its own database and
 * counts in memory.
 */
export const statements: readonly Statement[] = [({ rateLimits }) => rateLimits?.createTable];
