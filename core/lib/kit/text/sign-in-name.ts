import { mapUnicode16 } from "./unicode.ts";

/**
 * The form of a person's name with which they sign in. Names of one form are the same name. It is
 * that of Unicode 16 on each runtime.
 */
export const toSignInName = (name: string): string =>
  mapUnicode16(name.trim(), (part) => part.normalize("NFKC").toLowerCase());
