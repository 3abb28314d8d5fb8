import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { type Chart, chooseTicks, renderChart } from "./line-chart.ts";

const CHART: Chart = {
  title: "Load <of> processes & databases",
  notes: ["Measured on two cores."],
  axis: "Processes",
  ticks: [1, 2, 4],
  panels: [
    {
      title: "Requests a second",
      series: [
        {
          name: "PostgreSQL",
          points: [
            { x: 1, y: 400 },
            { x: 2, y: 700 },
            { x: 4, y: 900 },
          ],
        },
        { name: "SQLite", points: [{ x: 1, y: 450 }] },
      ],
    },
    { title: "p99, ms", series: [{ name: "SQLite", points: [{ x: 1, y: 31 }] }] },
  ],
};

const parse = (chart: Chart) => {
  const svg = renderChart(chart);
  return { svg, root: parseHTML(svg).document.querySelector("svg")! };
};

const placesOf = (root: Element, series: number) =>
  [...root.querySelectorAll(`.marker.s${series}`)]
    .map((marker) => /\(([\d.]+) ([\d.]+)\)/.exec(marker.getAttribute("transform")!)!)
    .map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

describe("renderChart", () => {
  it("names the chart, the axes and the series as text", () => {
    const { root } = parse(CHART);
    expect(root.querySelector("title")!.textContent).toBe("Load <of> processes & databases");
    const texts = [...root.querySelectorAll("text")].map(({ textContent }) => textContent);
    for (const text of [
      "Processes",
      "Requests a second",
      "p99, ms",
      "PostgreSQL",
      "SQLite",
      "1,000",
    ])
      expect(texts).toContain(text);
    expect(texts.filter((text) => text === "4")).toHaveLength(2);
  });

  it("places larger values higher, and larger numbers further right", () => {
    const [, ...points] = placesOf(parse(CHART).root, 0);
    expect(points).toHaveLength(3);
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b));
    expect(points.map(({ y }) => y)).toEqual(points.map(({ y }) => y).toSorted((a, b) => b - a));
    // 400 of 1,000 and 900 of 1,000 on an axis of 180 pixels.
    expect(points[0]!.y - points[2]!.y).toBeCloseTo(90, 0);
  });

  it("gives a series the same color and marker in each panel and the legend", () => {
    const markers = [...parse(CHART).root.querySelectorAll(".marker.s1")];
    expect(markers).toHaveLength(3);
    expect(new Set(markers.map((marker) => marker.getAttribute("d"))).size).toBe(1);
  });

  it("stays within the image", () => {
    const { root } = parse(CHART);
    const [, , width, height] = root.getAttribute("viewBox")!.split(" ").map(Number);
    const places = [0, 1].flatMap((series) => placesOf(root, series));
    const texts = [...root.querySelectorAll("text")].map((text) => ({
      x: Number(text.getAttribute("x")),
      y: Number(text.getAttribute("y")),
    }));
    for (const { x, y } of [...places, ...texts]) {
      expect(x > 0 && x < width!).toBe(true);
      expect(y > 0 && y < height!).toBe(true);
    }
  });

  it("puts the lines of text below each other", () => {
    const texts = [...parse(CHART).root.querySelectorAll("text")];
    const heights = new Set(
      texts
        .filter((text) => Number(text.getAttribute("x")) < 100 && !text.hasAttribute("text-anchor"))
        .map((text) => Number(text.getAttribute("y"))),
    );
    const sorted = [...heights].sort((a, b) => a - b);
    expect(sorted).toHaveLength(5);
    for (const [at, y] of sorted.slice(1).entries()) expect(y - sorted[at]!).toBeGreaterThan(15);
  });

  it("has colors for light and dark readers", () => {
    const { svg } = parse(CHART);
    expect(svg).toContain("@media(prefers-color-scheme:dark)");
    // Every color is a variable, which the dark scheme replaces.
    expect(svg.replace(/<style>[\s\S]*<\/style>/, "")).not.toMatch(/#[0-9a-f]{3,6}|style=/i);
    const defined = svg.match(/--\w+(?=:)/g)!;
    for (const name of new Set(defined))
      expect(defined.filter((each) => each === name)).toHaveLength(2);
  });

  it("refuses more series than it can tell apart", () => {
    const series = ["a", "b", "c", "d"].map((name) => ({ name, points: [{ x: 1, y: 1 }] }));
    expect(() => renderChart({ ...CHART, panels: [{ title: "y", series }] })).toThrow(
      "A chart has at most 3 series, not 4.",
    );
  });
});

describe("chooseTicks", () => {
  it.each([
    [5, [0, 1, 2, 3, 4, 5]],
    [900, [0, 200, 400, 600, 800, 1_000]],
    [0.13, [0, 0.05, 0.1, 0.15]],
    [31, [0, 10, 20, 30, 40]],
    [0, [0, 1]],
  ])("covers values up to %d", (max, expected) => {
    expect(chooseTicks(max)).toEqual(expected);
  });
});
