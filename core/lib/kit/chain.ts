/**
 * Passes a value to a function: at once, or when the promise resolves. Unlike `await`, it creates
 * no promise if there is nothing to wait for.
 */
export const chain = <Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (value instanceof Promise ? value.then(next) : next(value));
