/** Opens the catalogue in a folder and reads from it; a line of JSON with milliseconds and megabytes. */
import process from "node:process";
import { openCatalogue } from "../../adapters/catalogue/folder.ts";

const before = process.memoryUsage().rss;
const time = async <Value>(work: () => Promise<Value>): Promise<[Value, number]> => {
  const started = performance.now();
  return [await work(), performance.now() - started];
};
const [catalogue, open] = await time(() => openCatalogue(process.argv[2]!));
if (!catalogue) throw new Error(`There is no catalogue in ${process.argv[2]}.`);
const numbers = Array.from({ length: 200 }, (_, index) =>
  Math.floor((index * catalogue.tools) / 200),
);
const [cards, ofCards] = await time(() => catalogue.cards(numbers));
const cold: number[] = [];
const warm: number[] = [];
for (const { name } of cards) cold.push((await time(() => catalogue.tool(name)))[1]);
for (let again = 0; again < 50; again += 1)
  warm.push((await time(() => catalogue.tool(cards.at(-1)!.name)))[1]);
const at = (all: number[], part: number) =>
  all.sort((a, b) => a - b)[Math.floor(all.length * part)]!;
console.log(
  JSON.stringify({
    tools: catalogue.tools,
    open,
    card: ofCards / cards.length,
    cold: at(cold, 0.5),
    slowest: at(cold, 0.99),
    warm: at(warm, 0.5),
    memory: (process.memoryUsage().rss - before) / 1e6,
  }),
);
await catalogue.close();
