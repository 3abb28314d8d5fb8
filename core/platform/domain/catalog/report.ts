/** Something of a document that was not taken. */
export interface Omission {
  /** Where in the document: `GET /issues`, `components.schemas.Issue`. */
  readonly where: string;
  /** A sentence. */
  readonly why: string;
}

/** What was taken of a document, and what was not. */
export interface CompileReport {
  readonly tools: number;
  readonly schemas: number;
  readonly methods: number;
  /** The first 200. */
  readonly left: readonly Omission[];
  /** How many more were left out than are listed. */
  readonly more: number;
}

/** Collects what is left out, while a document is read. */
export interface CompileNotes {
  omit(where: string, reason: string): void;
  report(counts: Pick<CompileReport, "tools" | "schemas" | "methods">): CompileReport;
}

const MAX_OMISSIONS = 200;

/** An empty collection. */
export function createNotes(): CompileNotes {
  const omissions = new Map<string, Omission>();
  let uncounted = 0;
  return {
    omit(where, reason) {
      const key = `${where}\n${reason}`;
      if (omissions.has(key)) return;
      if (omissions.size < MAX_OMISSIONS)
        omissions.set(key, { where: truncate(where), why: truncate(reason) });
      else uncounted += 1;
    },
    report: (counts) => ({ ...counts, left: [...omissions.values()], more: uncounted }),
  };
}

const truncate = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);
