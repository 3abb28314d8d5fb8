import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Equivalents } from "../client-runs/vendor-client.ts";

/** A request as the vendor publishes it, and the call of the tool that does the same. */
export interface PublishedExample {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The method and the URL: `GET https://api.acme.io/notes?limit=5`. */
  readonly request: string;
  /** By names in lowercase. They add to those of the file. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An object or a list is JSON. A text has its media type in `headers`. */
  readonly body?: unknown;
  /** The fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
  /**
   * The page of the vendor's documentation, a file in its repository, or a package that someone
   * generated from its document: `github:acme/acme-python@0123456:acme/client.py`,
   * `npm:acme-sdk@1.0.0:index.d.ts`. The package proves only the endpoint.
   */
  readonly source: string;
  /** The day on which the source was read. */
  readonly date: string;
}

/** The published examples of an app: a file in `examples/`. */
export interface PublishedExamples extends Equivalents {
  /** The ID of the app's method, if it isn't the first one of the tool. */
  readonly method?: string;
  /** The values of the connection by the names of its fields. The access token is `token`. */
  readonly values?: Readonly<Record<string, string>>;
  /** The headers of all requests, by names in lowercase. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The user name and the password of HTTP Basic, with a colon between them. */
  readonly user?: string;
  readonly examples: readonly PublishedExample[];
}

const FOLDER = join(import.meta.dirname, "../examples");

/** The apps with published examples, sorted. */
export const EXAMPLE_APPS: readonly string[] = globSync("*.json", { cwd: FOLDER })
  .map((file) => basename(file, ".json"))
  .toSorted();

export const readPublishedExamples = (app: string): PublishedExamples =>
  JSON.parse(readFileSync(join(FOLDER, `${app}.json`), "utf8")) as PublishedExamples;
