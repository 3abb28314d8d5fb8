/** Splits texts into words, and reduces words to stems. */
export interface Analyzer {
  tokenize(text: string): string[];
  stem(token: string): string;
  /** Returns whether a query with other words can do without this one. */
  isStopWord?(token: string): boolean;
}
