import type { Point } from "./linear-fit.ts";

export interface ChartSeries {
  readonly name: string;
  /** Each x is one of the chart's `ticks`. A single point is drawn without a line. */
  readonly points: readonly Point[];
}

/** A plot with an axis of its own, above the axis that all panels share. */
export interface ChartPanel {
  /** The quantity and its unit. */
  readonly title: string;
  readonly series: readonly ChartSeries[];
}

export interface Chart {
  readonly title: string;
  /** How the figures were measured, a line for each. */
  readonly notes: readonly string[];
  readonly axis: string;
  /** The x of all points in order, drawn at equal distances. */
  readonly ticks: readonly number[];
  readonly panels: readonly ChartPanel[];
}

const WIDTH = 720;
const LEFT = 72;
const RIGHT = 24;
const PANEL_HEIGHT = 180;
/** The distance from the bottom of a panel to the bottom of the next one. */
const PANEL_STEP = PANEL_HEIGHT + 70;
const LINE_HEIGHT = 22;
/** An upper bound for the width of a letter in the legend. */
const LETTER_WIDTH = 8;

/** Colors with a contrast of at least 4.5:1 to both papers, and markers for those who can't tell them apart. */
const STYLE = `
svg{--paper:#fff;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--s0:#0550ae;--s1:#b35900;--s2:#116329}
@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--ink:#f0f6fc;--soft:#9198a1;--line:#3d444d;--s0:#79c0ff;--s1:#ffa657;--s2:#7ee787}}
text{font:15px system-ui,sans-serif;fill:var(--ink)}.title{font-size:18px;font-weight:600}.soft{fill:var(--soft)}
.paper{fill:var(--paper)}.grid{stroke:var(--line)}.series{fill:none;stroke-width:2}
.s0{stroke:var(--s0)}.s1{stroke:var(--s1)}.s2{stroke:var(--s2)}.marker{fill:var(--paper);stroke-width:2}
`;

const MARKERS = [
  "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z",
  "M-4.5 -4.5h9v9h-9z",
  "M0 -6l6 6l-6 6l-6 -6z",
] as const;

/**
 * Draws line charts above each other as an SVG image, which follows the color scheme of the reader.
 * Series of one name have the same color in all panels. Throws a `RangeError` for more series than
 * it has colors.
 */
export function renderChart({ title, notes, axis, ticks, panels }: Chart): string {
  const names = [...new Set(panels.flatMap(({ series }) => series.map(({ name }) => name)))];
  if (names.length > MARKERS.length)
    throw new RangeError(`A chart has at most ${MARKERS.length} series, not ${names.length}.`);
  const legendTop = 52 + notes.length * LINE_HEIGHT;
  const top = legendTop + 58;
  const height = top + panels.length * PANEL_STEP;
  const toX = (x: number) =>
    LEFT + ((ticks.indexOf(x) + 0.5) / ticks.length) * (WIDTH - LEFT - RIGHT);
  const legend = names.map((name, at) => {
    const x = names
      .slice(0, at)
      .reduce((left, { length }) => left + 60 + length * LETTER_WIDTH, 16);
    return `<path class="series s${at}" d="M${x} ${legendTop}h28"/>${marker(at, x + 14, legendTop)}${text(x + 36, legendTop + 5, name)}`;
  });
  const drawn = panels.map((panel, at) => {
    const bottom = top + at * PANEL_STEP + PANEL_HEIGHT;
    return renderPanel(panel, { bottom, names, ticks, toX });
  });
  const description = `${axis} from ${ticks[0]} to ${ticks.at(-1)}: ${panels.map((panel) => panel.title).join("; ")}.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escapeText(title)}</title><desc id="description">${escapeText(description)}</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}"/>`,
    text(16, 28, title, 'class="title"'),
    ...notes.map((note, at) => text(16, 52 + at * LINE_HEIGHT, note, 'class="soft"')),
    ...legend,
    ...drawn,
    text(WIDTH - RIGHT, height - 14, axis, 'class="soft" text-anchor="end"'),
    "</svg>\n",
  ].join("\n");
}

interface PanelPlace {
  readonly bottom: number;
  /** All series of the chart. The position of a name decides its color. */
  readonly names: readonly string[];
  readonly ticks: readonly number[];
  readonly toX: (x: number) => number;
}

function renderPanel(
  { title, series }: ChartPanel,
  { bottom, names, ticks, toX }: PanelPlace,
): string {
  const values = chooseTicks(Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y))));
  const max = values.at(-1)!;
  const toY = (y: number) => bottom - (y / max) * PANEL_HEIGHT;
  const grid = values.map(
    (value) =>
      `<path class="grid" d="M${LEFT} ${round(toY(value))}H${WIDTH - RIGHT}"/>${text(LEFT - 8, toY(value) + 5, value.toLocaleString("en"), 'class="soft" text-anchor="end"')}`,
  );
  const labels = ticks.map((tick) =>
    text(toX(tick), bottom + 22, String(tick), 'class="soft" text-anchor="middle"'),
  );
  const lines = series.map(({ name, points }) => {
    const at = names.indexOf(name);
    const path = points.map(({ x, y }) => `${round(toX(x))} ${round(toY(y))}`).join("L");
    return `<path class="series s${at}" d="M${path}"/>${points.map(({ x, y }) => marker(at, toX(x), toY(y))).join("")}`;
  });
  return [text(16, bottom - PANEL_HEIGHT - 18, title), ...grid, ...labels, ...lines].join("\n");
}

/** Returns 0 and up to six steps of 1, 2 or 5 times a power of ten, of which the last is at least `max`. */
export function chooseTicks(max: number): number[] {
  if (!(max > 0)) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(max / 5));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each * 6 >= max)!;
  const count = Math.ceil(max / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

const marker = (at: number, x: number, y: number): string =>
  `<path class="marker s${at}" transform="translate(${round(x)} ${round(y)})" d="${MARKERS[at]}"/>`;

const text = (x: number, y: number, content: string, attributes = ""): string =>
  `<text x="${round(x)}" y="${round(y)}"${attributes && ` ${attributes}`}>${escapeText(content)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const escapeText = (content: string): string =>
  content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
