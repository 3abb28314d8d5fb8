const LONGEST_PATTERN = 500;

/** Why a regular expression is not taken: it is none, or some text would keep a matcher busy for years. */
export function whyNotPattern(pattern: string): string | undefined {
  if (pattern.length > LONGEST_PATTERN) return `The pattern is longer than ${LONGEST_PATTERN} characters.`;
  try {
    new RegExp(pattern, "u");
  } catch {
    return `The pattern ${pattern.slice(0, 60)} is no regular expression of ECMA-262.`;
  }
  return repeatsARepetition(pattern) ? `The pattern ${pattern.slice(0, 60)} repeats a repetition, which can take exponential time.` : undefined;
}

/** Whether a group with an unbounded repetition, or with alternatives, in it is itself repeated without a bound: `(a+)+`, `(a|a)*`. */
function repeatsARepetition(pattern: string): boolean {
  const groups: { loose: boolean; alternatives: boolean }[] = [{ loose: false, alternatives: false }];
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!;
    if (sign === "\\") at += 1;
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") groups.push({ loose: false, alternatives: false });
    else if (sign === "|") groups.at(-1)!.alternatives = true;
    else if (sign === ")") {
      const group = groups.pop()!;
      const repeated = isUnbounded(pattern, at + 1);
      if (repeated && group.loose && !isSeparated(pattern, at)) return true;
      if (repeated && group.alternatives && mayOverlap(pattern, at)) return true;
      if (group.loose || repeated) groups.at(-1)!.loose = true;
    } else if (isUnbounded(pattern, at)) groups.at(-1)!.loose = true;
  }
  return false;
}

const isUnbounded = (pattern: string, at: number) => /^(?:[*+]|\{\d*,\})/.test(pattern.slice(at, at + 12));

/** Whether each round of the innermost group that ends here begins or ends with a sign that nothing else in it takes: `(,\\w+)*`. */
function isSeparated(pattern: string, end: number): boolean {
  const body = pattern.slice(pattern.lastIndexOf("(", end) + 1, end).replace(/^\?:/, "");
  const separator = /^\\?([,:;\/_ @#=&|.-])(?![*?{])/.exec(body)?.[1] ?? /\\?([,:;\/_ @#=&|.-])$/.exec(body)?.[1];
  if (separator === undefined || body.includes("|")) return false;
  const isDot = separator === "." && !/^\\\.|\\\.$/.test(body);
  const rest = body.replace(/^\\?[,:;\/_ @#=&|.-]|\\?[,:;\/_ @#=&|.-]$/, "").replace(/(\w)-(?=\w)/g, "$1");
  const takesAll = /\[\^|\\[SWDPp]/.test(rest) || /(?<!\\)\./.test(rest.replace(/\[[^\]]*\]/g, "")) || rest.includes(separator);
  return !isDot && !takesAll && !(separator === "_" && rest.includes("\\w")) && !(separator === " " && rest.includes("\\s"));
}

/** Whether two alternatives of the group that ends here begin with the same sign. */
function mayOverlap(pattern: string, end: number): boolean {
  const start = pattern.lastIndexOf("(", end);
  const first = pattern.slice(start + 1, end).replace(/^\?:/, "").split("|").map((alternative) => alternative.slice(0, alternative.startsWith("\\") ? 2 : 1));
  return new Set(first).size < first.length || first.some((sign) => sign === "." || sign === "");
}
