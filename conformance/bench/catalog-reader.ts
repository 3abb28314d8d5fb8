/** Opens and reads the catalog in a folder. Prints milliseconds and megabytes as a line of JSON. */
import process from "node:process";
import { openCatalog } from "../../adapters/catalog/folder.ts";

const before = process.memoryUsage().rss;
const measureTime = async <Value>(work: () => Promise<Value>): Promise<[Value, number]> => {
  const started = performance.now();
  return [await work(), performance.now() - started];
};
const [catalog, open] = await measureTime(() => openCatalog(process.argv[2]!));
if (!catalog) throw new Error(`No catalog in "${process.argv[2]}".`);
const numbers = Array.from({ length: 200 }, (_, index) =>
  Math.floor((index * catalog.tools) / 200),
);
const [cards, cardsMilliseconds] = await measureTime(() => catalog.readCards(numbers));
const cold: number[] = [];
const warm: number[] = [];
for (const { name } of cards) cold.push((await measureTime(() => catalog.findTool(name)))[1]);
for (let attempt = 0; attempt < 50; attempt += 1)
  warm.push((await measureTime(() => catalog.findTool(cards.at(-1)!.name)))[1]);
const percentile = (values: number[], fraction: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * fraction)]!;
console.log(
  JSON.stringify({
    tools: catalog.tools,
    open,
    card: cardsMilliseconds / cards.length,
    cold: percentile(cold, 0.5),
    slowest: percentile(cold, 0.99),
    warm: percentile(warm, 0.5),
    memory: (process.memoryUsage().rss - before) / 1e6,
  }),
);
await catalog.close();
