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

/** Whether a group in which something may be there or not, or may be there more than once, is itself repeated: `(a+)+`, `(a?b?)*`, `(a|\\w)*`, `(a{1,9}){1,9}`. Where that can't be told it counts as such: a pattern that is left out harms nobody. */
function repeatsARepetition(pattern: string): boolean {
  const groups: { start: number; loose: boolean; alternatives: boolean }[] = [{ start: 0, loose: false, alternatives: false }];
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!;
    if (sign === "\\") at += 1;
    else if (inClass) inClass = sign !== "]";
    else if (sign === "[") inClass = true;
    else if (sign === "(") groups.push({ start: at + (/^\(\?(?:[:=!]|<[=!]|<\w+>)/.exec(pattern.slice(at))?.[0].length ?? 1), loose: false, alternatives: false });
    else if (sign === "|") groups.at(-1)!.alternatives = true;
    else if (sign === ")") {
      const group = groups.pop()!;
      const body = pattern.slice(group.start, at);
      const times = timesAt(pattern, at + 1);
      if (times.most > FEW && group.loose && !isSeparated(body)) return true;
      if (times.most > FEW && group.alternatives && !areApart(body)) return true;
      if (group.loose || group.alternatives || times.least < times.most) groups.at(-1)!.loose = true;
    } else {
      const times = timesAt(pattern, at);
      if (times.least < times.most) groups.at(-1)!.loose = true;
    }
  }
  return false;
}

/** Repeated so often at most, nothing takes long. */
const FEW = 4;

/** How often what stands before this place is taken. */
function timesAt(pattern: string, at: number): { readonly least: number; readonly most: number } {
  const [sign, least, comma, most] = /^(?:[*+?]|\{(\d*)(,?)(\d*)\})/.exec(pattern.slice(at, at + 24)) ?? [];
  if (sign === undefined) return { least: 1, most: 1 };
  if (sign === "?") return { least: 0, most: 1 };
  if (sign === "*" || sign === "+") return { least: 0, most: Infinity };
  return { least: Number(least), most: comma ? (most ? Number(most) : Infinity) : Number(least) };
}

/** Whether each round of a group begins or ends with a sign that nothing else in it takes: `,\\w+` in `(,\\w+)*`. What may stand beside it is only what is sure to take no such sign. */
function isSeparated(body: string): boolean {
  if (/[|()]/.test(body)) return false;
  const separator = /^(\\[.,:;\/@#=&|-]|[,:;\/_ @#=&-])(?![*+?{])/.exec(body)?.[1] ?? /(\\[.,:;\/@#=&|-]|[,:;\/_ @#=&-])$/.exec(body)?.[1];
  if (separator === undefined) return false;
  const rest = body.startsWith(separator) ? body.slice(separator.length) : body.slice(0, -separator.length);
  const sign = separator.at(-1)!;
  const without = rest
    .replaceAll(/\{\d*,?\d*\}/g, "")
    .replaceAll(/\[(?:\\[wd]|[A-Za-z]-[A-Za-z]|\d-\d|[A-Za-z0-9_]|\\?[.,:;@#=&+ \/-](?=[^\]]*\]))*\]/g, (set) => set.replaceAll(/[[\]]|[A-Za-z]-[A-Za-z]|\d-\d/g, (part) => (part.length === 3 && part !== part.toLowerCase() && part !== part.toUpperCase() ? "_" : "")));
  return !without.includes(sign) && !(sign === "_" && /\\w|_/.test(without)) && /^(?:\\[wd.,:;@#=&+\/-]|[A-Za-z0-9_.,:;@#=&+ \/*?-])*$/.test(without) && !/(?<!\\)\./.test(rest.replaceAll(/\[[^\]]*\]/g, ""));
}

/** Whether the alternatives of a group begin with signs that are all different, each a sign and nothing that stands for several. */
function areApart(body: string): boolean {
  if (/[()[\]]/.test(body)) return false;
  const first = body.split("|").map((alternative) => /^(?:\\(?=[^\w\s])|(?=[\w,:;\/@#=&<>~ %!'"-]))(.)(?![*?{])/.exec(alternative)?.[1]);
  return !first.includes(undefined) && new Set(first).size === first.length;
}
