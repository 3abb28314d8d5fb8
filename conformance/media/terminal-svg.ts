/** A command and what it printed. */
export interface Scene {
  /** Lines after the first continue the command. */
  readonly command: string;
  readonly output: string;
}

const COLUMNS = 100;
const ROWS = 24;
const CHARACTER = 7.8;
const LINE = 18;
const PADDING = 16;
const WIDTH = Math.round(COLUMNS * CHARACTER + 2 * PADDING);
const HEIGHT = ROWS * LINE + 2 * PADDING;
const BACKGROUND = "#14171c";

/** In seconds. */
const TYPING = 0.025;
const PAUSE = 0.4;
const READING = 4;

const STYLE = `
text { font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; fill: #c9d1d9 }
.command { fill: #fff }
.prompt { fill: #7ee2a8 }`;

/**
 * Draws a terminal session as an animated SVG that repeats. Without motion
 * (`prefers-reduced-motion`) it shows the last scene. Lines are cut off after 100 columns, and the
 * output of a scene after 24 rows.
 *
 * @param title - The text for screen readers.
 */
export function drawTerminal(title: string, scenes: readonly Scene[]): string {
  const starts: number[] = [];
  let duration = 0;
  for (const { command } of scenes) {
    starts.push(duration);
    duration += command.length * TYPING + PAUSE + READING;
  }
  const percent = (seconds: number) => `${((100 * seconds) / duration).toFixed(3)}%`;
  const rules: string[] = [];
  const groups = scenes.map(({ command, output }, index) => {
    const start = starts[index]!;
    const typed = start + command.length * TYPING;
    const end = starts[index + 1] ?? duration;
    const commandLines = command.split("\n");
    const outputLines = cutOutput(output, ROWS - commandLines.length);
    const shown = (name: string, from: number, to: number) => {
      rules.push(
        `@keyframes ${name} { 0% { visibility: hidden } ${percent(from)} { visibility: visible } ${percent(to)}, 100% { visibility: ${to === duration ? "visible" : "hidden"} } }`,
        `#${name} { visibility: hidden; animation: ${name} ${duration.toFixed(2)}s step-end infinite }`,
      );
    };
    let time = start;
    const covers = commandLines.map((line, row) => {
      const name = `type${index}-${row}`;
      const from = time;
      time += line.length * TYPING;
      const width = (line.length + 2) * CHARACTER;
      rules.push(
        `@keyframes ${name} { 0%, ${percent(from)} { transform: none; animation-timing-function: steps(${Math.max(1, line.length)}) } ${percent(time)}, 100% { transform: translateX(${width}px) } }`,
        `#${name} { animation: ${name} ${duration.toFixed(2)}s infinite }`,
      );
      return `<rect id="${name}" x="${PADDING + 2 * CHARACTER}" y="${PADDING + row * LINE}" width="${width}" height="${LINE}" fill="${BACKGROUND}"/>`;
    });
    shown(`scene${index}`, start, end);
    shown(`output${index}`, typed + PAUSE, end);
    return [
      `<g id="scene${index}">`,
      `<text class="prompt" x="${PADDING}" y="${baseline(0)}">$</text>`,
      ...commandLines.map((line, row) => drawLine(line, row, 2, "command")),
      ...covers,
      `<g id="output${index}">`,
      ...outputLines.map((line, row) => drawLine(line, row + commandLines.length, 0)),
      "</g></g>",
    ].join("\n");
  });
  const last = scenes.length - 1;
  const still = `@media (prefers-reduced-motion: reduce) { * { animation: none !important } #scene${last}, #output${last} { visibility: visible } rect[id] { display: none } }`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">${escapeXml(title)}</title>
<style>${STYLE}
${rules.join("\n")}
${still}</style>
<clipPath id="window"><rect width="${WIDTH}" height="${HEIGHT}" rx="10"/></clipPath>
<g clip-path="url(#window)">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${BACKGROUND}"/>
${groups.join("\n")}
</g>
</svg>
`;
}

const baseline = (row: number): number => PADDING + row * LINE + 13;

function cutOutput(output: string, rows: number): string[] {
  const lines = output.trimEnd().split("\n");
  return lines.length > rows ? [...lines.slice(0, rows - 1), "…"] : lines;
}

function drawLine(line: string, row: number, column: number, className?: string): string {
  const limit = COLUMNS - column;
  const text = line.length > limit ? `${line.slice(0, limit - 1)}…` : line;
  if (!text.trim()) return "";
  const x = (PADDING + column * CHARACTER).toFixed(1);
  const length = (text.length * CHARACTER).toFixed(1);
  const style = className ? ` class="${className}"` : "";
  return `<text${style} x="${x}" y="${baseline(row)}" textLength="${length}" xml:space="preserve">${escapeXml(text)}</text>`;
}

const escapeXml = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
