/** The groups of packages that a command with these flags needs. */
export function chooseGroups(flags: readonly string[], nodeVersion?: string): string[];
