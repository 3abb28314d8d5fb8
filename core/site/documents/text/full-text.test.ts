import { expect, it } from "vitest";
import type { ContentSource, PageEntry, Resource } from "../../../ports/content.ts";
import { createPageRenditions } from "../../pages/page-renditions.ts";
import { createFullText } from "./full-text.ts";

const SITE = { origin: "https://a.example", name: "Site", description: "A site.", notOffered: [] };

/** A site whose pages a test changes and delays. */
function createTestContent(paths: readonly string[]) {
  const state = {
    pages: paths.map((path): PageEntry => ({ path })),
    texts: new Map(paths.map((path) => [path, `Text of ${path}.`])),
    reads: 0,
  };
  const content: ContentSource = {
    listPages: () => state.pages,
    async find(path): Promise<Resource | undefined> {
      state.reads++;
      const bytes = new TextEncoder().encode(state.texts.get(path));
      return {
        path,
        type: "text/markdown",
        size: bytes.byteLength,
        etag: `"${state.texts.get(path)}"`,
        modified: "2026-01-01T00:00:00Z",
        bytes: async () => bytes,
        stream: () => new Blob([bytes]).stream(),
      };
    },
  };
  return { state, content };
}
const paths = (count: number) => Array.from({ length: count }, (_, at) => `/${at + 1}`);

it("sends pages before all are read", async () => {
  const { state, content } = createTestContent(paths(8));
  const gate = Promise.withResolvers<void>();
  const fullText = createFullText({ site: SITE, content, renditions: createPageRenditions() });
  state.texts.set("/1", "First.");
  const { promise } = gate;
  const find = content.find;
  // The second batch waits.
  content.find = async (path) => {
    if (Number(path.slice(1)) > 4) await promise;
    return find(path);
  };
  const { complete, started, stream } = await fullText.current();
  expect(complete).toBeUndefined();
  await started;
  const reader = stream().getReader();
  let text = "";
  while (!text.includes("Text of /4.")) {
    const { value } = await reader.read();
    text += new TextDecoder().decode(value);
  }
  expect(text).toContain("First.");
  expect(text).not.toContain("Text of /5.");
  gate.resolve();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    text += new TextDecoder().decode(chunk.value);
  expect(text).toContain("This text holds 8 of 8 pages.");
  expect((await fullText.current()).complete).toBe(text);
});

it("is written again when a page is added or modified, and not when titles are learned", async () => {
  const { state, content } = createTestContent(paths(2));
  const fullText = createFullText({ site: SITE, content, renditions: createPageRenditions() });
  await fullText.refresh();
  expect(state.reads).toBe(2);
  state.pages = state.pages.map((page) => ({ ...page, title: "Learned" }));
  await fullText.refresh();
  expect(state.reads).toBe(2);
  state.texts.set("/1", "Changed.");
  state.pages = state.pages.map((page) => ({ ...page, modified: "2026-02-02T00:00:00Z" }));
  const { text } = await fullText.current();
  expect(await text).toContain("Changed.");
});

it("fetches nothing from a live site before a client requests the text", async () => {
  const { state, content } = createTestContent(paths(2));
  const site = { ...SITE, pagesOrigin: "https://live.example" };
  const fullText = createFullText({ site, content, renditions: createPageRenditions() });
  await fullText.refresh();
  expect(state.reads).toBe(0);
  await (await fullText.current()).text;
  expect(state.reads).toBe(2);
});

it("is written again after ten minutes, while clients get the former text", async () => {
  const { state, content } = createTestContent(paths(1));
  let now = 0;
  const fullText = createFullText(
    { site: SITE, content, renditions: createPageRenditions() },
    () => now,
  );
  await fullText.refresh();
  now = 600_000;
  state.texts.set("/1", "Changed.");
  expect((await fullText.current()).complete).toContain("Text of /1.");
  await fullText.refresh();
  expect((await fullText.current()).complete).toContain("Changed.");
});
