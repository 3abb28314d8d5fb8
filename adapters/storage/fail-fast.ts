export interface FailFastOptions {
  /** How long a query may take, in milliseconds; 1000 by default. */
  readonly timeoutMs?: number;
  /** How long queries then fail without being sent, in milliseconds; 5000 by default. */
  readonly cooldownMs?: number;
}

/**
 * Creates a function that sends queries for every request. After one that failed or took too long,
 * it rejects for a while without sending any, so that requests don't wait for a dead database.
 */
export function createFailFast(
  name: string,
  { timeoutMs = 1000, cooldownMs = 5000 }: FailFastOptions = {},
): <Result>(query: () => Promise<Result>) => Promise<Result> {
  let failure: { readonly until: number; readonly error: unknown } | undefined;
  return async (query) => {
    if (failure && performance.now() < failure.until) throw failure.error;
    try {
      const result = await withTimeout(name, timeoutMs, query());
      failure = undefined;
      return result;
    } catch (error) {
      failure = { until: performance.now() + cooldownMs, error };
      throw error;
    }
  };
}

function withTimeout<T>(name: string, timeoutMs: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The ${name} database did not respond within ${timeoutMs} ms.`)),
      timeoutMs,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
