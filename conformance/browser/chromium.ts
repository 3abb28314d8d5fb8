import process from "node:process";
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { findProgram } from "../targets/http-client.ts";
import { runsTier } from "../tiers.ts";

/** The executable of Chromium: `CHROMIUM`, or `chromium` on the PATH. */
export const chromiumPath: string | undefined = process.env["CHROMIUM"] ?? findProgram("chromium");

/** How wide a window is, and which colors its user prefers. */
interface WindowKind {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

/**
 * The windows in which pages are checked. Layout depends on the width only, and colors on the scheme
 * only, so two windows cover both. The tier `all` adds the other two combinations.
 */
export const WINDOWS: readonly WindowKind[] = [
  { width: 1280, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
  ...(runsTier("all")
    ? ([
        { width: 1280, colorScheme: "dark" },
        { width: 390, colorScheme: "light" },
      ] as const)
    : []),
];

/** Returns the violations that axe finds in a page, each with the elements that have it. */
export async function findViolations(page: Page): Promise<string[]> {
  // The debugger runs this, so a policy against scripts doesn't apply.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(", ")})`,
  );
}

/** Returns whether a page is wider than the window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Presses Tab until the element that matches a selector has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 50; presses++) {
    await page.keyboard.press("Tab");
    const hasFocus = await page.evaluate(
      (wanted) => document.activeElement?.matches(wanted) ?? false,
      selector,
    );
    if (hasFocus) return;
  }
  throw new Error(`Tab never reached ${selector} on ${page.url()}.`);
}

/** Fills in form fields by their names and presses Enter in the last one, with the keyboard only. */
export async function submitByKeyboard(
  page: Page,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await tabTo(page, `[name="${name}"]`);
    await page.keyboard.type(value);
  }
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
}
