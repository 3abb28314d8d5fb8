import { Call, type CallResult } from "./call.ts";

/** A page of a list. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  /** The `cursor` of the next page; null on the last page. */
  readonly next_cursor: string | null;
}

/**
 * A list. Await it for its first page, or iterate over all items with `for await`. Each page is
 * requested when its first item is needed.
 */
export class Pages<Item, Page extends ListPage<Item> = ListPage<Item>>
  extends Call<Page>
  implements AsyncIterable<Item>
{
  readonly #request: (cursor?: string) => Promise<CallResult<Page>>;

  constructor(request: (cursor?: string) => Promise<CallResult<Page>>) {
    super(request, true);
    this.#request = request;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Iterates over the pages. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await this;
    yield page;
    while (page.next_cursor !== null) {
      page = (await this.#request(page.next_cursor)).data;
      yield page;
    }
  }

  /** Collects the items of all pages, at most `max` of them. */
  async all({ max = Number.POSITIVE_INFINITY }: { readonly max?: number } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (max <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= max) break;
    }
    return items;
  }
}
