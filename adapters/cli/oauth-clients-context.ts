import type { SecretStorageSettings } from "./secrets.ts";

export interface OAuthClientsContext extends CliPrompt {
  /** `origin` is the origin of the platform, for the redirect URI. */
  readonly settings: SecretStorageSettings & { readonly origin: string };
  /**
   * Returns the origin of the sign-in server that an app of the catalog shares with others.
   * Default: no app does.
   */
  findServer?(slug: string): Promise<string | undefined>;
}

/**
 * Output of the command, and the source of a secret. Arguments aren't safe for secrets because
 * other users can see them.
 */
export interface CliPrompt {
  print(text: string): void;
  /** Reads the first line of standard input. */
  readSecret(): Promise<string>;
}
