/** Waits for a time in milliseconds. With 0, other work that is ready runs first. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Resolves like a promise, or with `fallback` after `timeoutMs`. By default, it waits forever. */
export async function resolveWithin<Value>(
  promise: Promise<Value>,
  timeoutMs: number | undefined,
  fallback: Value,
): Promise<Value> {
  if (timeoutMs === undefined) return promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, fallback);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
