/** A JSON Schema (2020-12), as plain data. */
export type Schema = { readonly [keyword: string]: any };
