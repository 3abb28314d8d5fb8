import { describe, expect, it } from "vitest";
import { parseTask } from "../task/parse-task.ts";
import { buildIndex } from "./build.ts";
import { openIndex } from "./open-index.ts";
import { openVectors, packVectors, readVectorSections } from "./vectors.ts";

const vectors = new Map([
  ["movi", [1, 0]],
  ["film", [0.9, 0.1]],
  ["parti", [0, 1]],
]);
const file = packVectors(vectors, new Map([["parti", 0.5]]));
const opened = openVectors(readVectorSections(file) as Uint8Array<ArrayBuffer>[]);

describe("word vectors", () => {
  it("returns the importance of terms, and 1 for others", () => {
    expect(opened.importanceOf("parti")).toBeCloseTo(0.5, 1);
    expect(opened.importanceOf("movi")).toBe(1);
    expect(opened.importanceOf("unknown")).toBe(1);
  });

  it("limits the importance to what fits into a byte", () => {
    const extreme = packVectors(vectors, new Map([["movi", 1e9]]));
    const { importanceOf } = openVectors(readVectorSections(extreme) as Uint8Array<ArrayBuffer>[]);
    expect(importanceOf("movi")).toBeCloseTo(Math.exp(2.54), 5);
  });

  it("weights the terms of a task by their importance", () => {
    const index = openIndex(
      buildIndex(
        [
          {
            name: "atlas.find_movie",
            app: ["Atlas"],
            categories: [],
            title: "Find a movie for a party",
            description: "",
            parameters: [],
            tags: [],
          },
        ],
        { vectors: file },
      ),
    );
    const [step] = parseTask("movie party", [index]);
    const [movie, party] = step!.queryTerms;
    expect(movie!.weight).toBe(1);
    expect(party!.weight).toBeCloseTo(0.5, 1);
    expect(party!.idf).toBeCloseTo(movie!.idf / 2, 1);
  });
});
