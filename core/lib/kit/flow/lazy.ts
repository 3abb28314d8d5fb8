/** Returns a function that creates a value when it is first called, and then returns the same. */
export function lazy<T extends object>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
