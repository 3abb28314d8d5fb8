import { matchesGlob, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { slowFiles } from "./tiers.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const isSlow = ({ moduleId }: TestSpecification) =>
  slowFiles.some((pattern) => matchesGlob(relative(ROOT, moduleId), pattern));

/** Starts the slow files first, so that none of them is left alone at the end of a run. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
