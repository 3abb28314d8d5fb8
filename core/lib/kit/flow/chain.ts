/**
 * Passes a value to a function: at once, or when the promise resolves. Unlike `await`, it creates
 * no promise if there is nothing to wait for.
 */
export const chain = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(next) : next(value));

/**
 * Runs a function, and passes on its result or what it throws. It creates no promise if there is
 * nothing to wait for.
 */
export function attempt<Value, Result>(
  run: () => Value | Promise<Value>,
  onValue: (value: Value) => Result | Promise<Result>,
  onError: (error: unknown) => Result | Promise<Result>,
): Result | Promise<Result> {
  let value: Value | Promise<Value>;
  try {
    value = run();
  } catch (error) {
    return onError(error);
  }
  return value instanceof Promise ? value.then(onValue, onError) : onValue(value);
}
