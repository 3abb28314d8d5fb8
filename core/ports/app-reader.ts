import type { CompiledApp, RejectedApp } from "../lib/openapi-tools/compile/index.ts";

/**
 * Where an app comes from: the text of an OpenAPI document, or the URL of one or of a remote MCP
 * server.
 */
export type AppLocation = { readonly document: string } | { readonly url: string };

/** A document or URL that can't be read. */
export interface UnreadableApp {
  /** The reason, as a sentence. It contains no query and no credentials of a URL. */
  readonly unreadable: string;
}

/** Reads apps that an account adds. */
export interface AppReader {
  /**
   * Reads an app. The slug is derived from its title by default. Documents are compiled one at a
   * time, outside the thread that serves requests.
   */
  read(
    location: AppLocation,
    options?: { readonly slug?: string | undefined },
  ): Promise<CompiledApp | RejectedApp | UnreadableApp>;
}
