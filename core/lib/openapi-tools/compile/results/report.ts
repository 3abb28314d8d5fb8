/** A part of a document that was left out. */
interface Omission {
  /** The location in the document: `GET /issues`, `components.schemas.Issue`. */
  readonly where: string;
  /** The reason, as a sentence. */
  readonly why: string;
}

/** How much was compiled, and what was left out. */
export interface CompileReport {
  readonly tools: number;
  readonly schemas: number;
  readonly methods: number;
  /** The first 200 omissions. */
  readonly left: readonly Omission[];
  /** The number of omissions beyond the first 200. */
  readonly more: number;
}

/** Collects omissions during compilation. */
export interface CompileNotes {
  omit(where: string, reason: string): void;
  report(counts: Pick<CompileReport, "tools" | "schemas" | "methods">): CompileReport;
}

const MAX_OMISSIONS = 200;

export function createNotes(): CompileNotes {
  const omissions = new Map<string, Omission>();
  let unlisted = 0;
  return {
    omit(where, reason) {
      const key = `${where}\n${reason}`;
      if (omissions.has(key)) return;
      if (omissions.size < MAX_OMISSIONS)
        omissions.set(key, { where: truncate(where), why: truncate(reason) });
      else unlisted += 1;
    },
    report: (counts) => ({ ...counts, left: [...omissions.values()], more: unlisted }),
  };
}

const truncate = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);
