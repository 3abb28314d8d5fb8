/** Something of a document that was not taken. */
export interface Left {
  /** Where in the document: `GET /issues`, `components.schemas.Issue`. */
  readonly where: string;
  /** A sentence. */
  readonly why: string;
}

/** What was taken of a document, and what was not. */
export interface Report {
  readonly tools: number;
  readonly schemas: number;
  readonly methods: number;
  /** The first 200. */
  readonly left: readonly Left[];
  /** How many more were left out than are listed. */
  readonly more: number;
}

/** Collects what is left out, while a document is read. */
export interface Notes {
  leave(where: string, why: string): void;
  report(taken: Pick<Report, "tools" | "schemas" | "methods">): Report;
}

const MOST_LEFT = 200;

/** An empty collection. */
export function notes(): Notes {
  const left = new Map<string, Left>();
  let more = 0;
  return {
    leave(where, why) {
      const key = `${where}\n${why}`;
      if (left.has(key)) return;
      if (left.size < MOST_LEFT) left.set(key, { where: cut(where), why: cut(why) });
      else more += 1;
    },
    report: (taken) => ({ ...taken, left: [...left.values()], more }),
  };
}

const cut = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);
