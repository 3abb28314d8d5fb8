/** Returns the label of a field within a sentence: `Your name` → `your name`, `API key` → `the API key`. */
export const withArticle = (label: string): string =>
  /^(your|the|an?) /i.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : `the ${/^[A-Z][a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`;
