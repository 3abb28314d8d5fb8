import { Problem, type ProblemCode } from "./problem.ts";

interface UnavailableErrors {
  readonly code: ProblemCode;
  readonly message: string;
  readonly hint?: string;
  /** Receives each failure and the name of the method. */
  onError?(error: unknown, method: string): void;
}

/**
 * Wraps a store whose methods return promises, so that its failures reject with a `Problem`. A
 * `Problem` of the store passes unchanged.
 */
export const withUnavailableErrors = <Store extends object>(
  store: Store,
  { code, message, hint, onError }: UnavailableErrors,
): Store =>
  new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        try {
          return await Reflect.apply(method, target, args);
        } catch (cause) {
          if (cause instanceof Problem) throw cause;
          onError?.(cause, String(name));
          throw new Problem(code, message, { ...(hint && { hint }), cause });
        }
      };
    },
  });

/** The errors of the platform's stores. */
export const storageUnavailable = (
  message: string,
  onError?: (error: unknown) => void,
): UnavailableErrors => ({
  code: "storage_unavailable",
  message,
  hint: "Try again in a few seconds.",
  ...(onError && { onError: (error) => onError(error) }),
});
