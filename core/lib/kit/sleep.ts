/** Waits for a time in milliseconds. With 0, other work that is ready runs first. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
