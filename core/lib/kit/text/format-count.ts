/** Formats a number of things, such as `1 page` or `1,600 apps`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
