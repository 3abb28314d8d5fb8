import { expect, it } from "vitest";
import { shareText } from "./shared-text.ts";

/** Sections that a test writes one by one. */
function createSections() {
  const waiting: ((section: IteratorResult<string>) => void)[] = [];
  let fail: (error: Error) => void = () => {};
  const sections: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise((resolve, reject) => {
          waiting.push(resolve);
          fail = reject;
        }),
    }),
  };
  return {
    sections,
    write: (value: string) => waiting.shift()!({ value, done: false }),
    end: () => waiting.shift()!({ value: undefined, done: true }),
    fail: (error: Error) => fail(error),
  };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const readAll = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

it("sends each reader the whole text, and the first section before the last is written", async () => {
  const { sections, write, end } = createSections();
  const shared = shareText(sections);
  write("a");
  await shared.started;
  const early = shared.stream().getReader();
  expect(new TextDecoder().decode((await early.read()).value)).toBe("a");
  await settle();
  write("b");
  await settle();
  const late = readAll(shared.stream());
  expect(new TextDecoder().decode((await early.read()).value)).toBe("b");
  end();
  expect(await late).toBe("ab");
  expect((await early.read()).done).toBe(true);
  expect(await shared.text).toBe("ab");
});

it("goes on for the others when a reader leaves", async () => {
  const { sections, write, end } = createSections();
  const shared = shareText(sections);
  write("a");
  const left = shared.stream();
  await left.cancel();
  const stays = readAll(shared.stream());
  await settle();
  end();
  expect(await stays).toBe("a");
});

it("fails before the first section, or cuts the streams after it", async () => {
  const first = createSections();
  const unstarted = shareText(first.sections);
  first.fail(new Error("The site is down."));
  await expect(unstarted.started).rejects.toThrow("The site is down.");
  const second = createSections();
  const cut = shareText(second.sections);
  second.write("a");
  await cut.started;
  await settle();
  const reading = readAll(cut.stream());
  second.fail(new Error("The site is down."));
  await expect(reading).rejects.toThrow();
});
