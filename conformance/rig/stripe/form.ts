/** What a form of Stripe's says: `a[b][0]=c` is `{ a: { b: ["c"] } }`. */
export interface Form {
  readonly [name: string]: string | Form | readonly (string | Form)[];
}

/** Reads a query or a body. Lists are numbered from 0, or written `a[]`. */
export function parseForm(text: string): Form {
  const root: Tree = new Map();
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/([^[\]]+)|\[([^[\]]*)\]/g)].map(
      ([, first, inner]) => first ?? inner!,
    );
    let tree = root;
    for (const key of keys.slice(0, -1)) {
      const at = key || String(tree.size);
      const inner = tree.get(at);
      const next: Tree = inner instanceof Map ? inner : new Map();
      tree.set(at, next);
      tree = next;
    }
    tree.set(keys.at(-1) || String(tree.size), value);
  }
  return toPlain(root) as Form;
}

type Tree = Map<string, string | Tree>;

function toPlain(tree: string | Tree): string | Form | (string | Form)[] {
  if (typeof tree === "string") return tree;
  const isList = tree.size > 0 && [...tree.keys()].every((key, index) => key === String(index));
  const entries = [...tree].map(([key, value]) => [key, toPlain(value)] as const);
  return isList ? entries.map(([, value]) => value as string | Form) : Object.fromEntries(entries);
}
