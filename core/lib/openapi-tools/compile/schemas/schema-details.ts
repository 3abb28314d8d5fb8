/** How much of a schema remains. */
export interface Detail {
  /**
   * How many levels of members optional arguments have. 0 leaves out all of their members, and -1
   * the optional arguments themselves, except for their names.
   */
  readonly optional: number;
  /** How many levels of members required arguments have. */
  readonly required: number;
  /** The lengths of descriptions. */
  readonly text: number;
  readonly optionalText: number;
  /** The number of values up to which an enum remains. */
  readonly values: number;
  /** Whether lengths, ranges and patterns remain. */
  readonly hasLimits: boolean;
}

/** From the most to the least that remains. */
export const DETAILS: readonly Detail[] = [
  { optional: 5, required: 20, text: 160, optionalText: 120, values: 40, hasLimits: true },
  { optional: 4, required: 20, text: 140, optionalText: 100, values: 30, hasLimits: true },
  { optional: 3, required: 20, text: 120, optionalText: 80, values: 25, hasLimits: true },
  { optional: 2, required: 20, text: 120, optionalText: 80, values: 20, hasLimits: true },
  { optional: 1, required: 20, text: 120, optionalText: 80, values: 15, hasLimits: true },
  { optional: 1, required: 20, text: 100, optionalText: 50, values: 10, hasLimits: false },
  { optional: 0, required: 20, text: 100, optionalText: 70, values: 10, hasLimits: false },
  { optional: 0, required: 20, text: 80, optionalText: 30, values: 6, hasLimits: false },
  { optional: -1, required: 20, text: 100, optionalText: 0, values: 10, hasLimits: false },
  { optional: -1, required: 20, text: 40, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 4, text: 60, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 2, text: 60, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 1, text: 60, optionalText: 0, values: 5, hasLimits: false },
  { optional: -1, required: 1, text: 0, optionalText: 0, values: 3, hasLimits: false },
];
