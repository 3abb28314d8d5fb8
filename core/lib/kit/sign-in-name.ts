/** The form of a person's name with which they sign in. Names of one form are the same name. */
export const toSignInName = (name: string): string => name.trim().normalize("NFKC").toLowerCase();
