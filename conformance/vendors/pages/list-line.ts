import type { Client, LoadPackage } from "../client-runs/vendor-client.ts";

/** One page of a list, as the service answers. */
export interface Page {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A tool that lists something, and the call by which the client reads all pages. */
export interface ListLine {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The shape is that of the client's types or of its code that reads pages. */
  readonly pages: readonly Page[];
  readonly call: (client: Client, args: Client, load: LoadPackage) => unknown;
}

/** Reads everything that can be iterated. */
export async function drain(list: Client): Promise<void> {
  for await (const _ of await list);
}

/** Reads a collection of Asana's client, which ends with a page without data. */
export async function readCollection(first: Client): Promise<void> {
  for (let page = await first; page.data; ) page = await page.nextPage();
}
