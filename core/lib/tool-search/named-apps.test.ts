import { describe, expect, it } from "vitest";
import { buildIndex } from "./build.ts";
import { scoreNamedApps } from "./named-apps.ts";
import { openIndex } from "./open-index.ts";
import { parseTask } from "./parse-task.ts";

const tool = (name: string, app: readonly string[], title: string) => ({
  name,
  app,
  categories: [],
  title,
  description: "",
  parameters: [],
  tags: [],
});

const index = openIndex(
  buildIndex([
    tool("courier.send_parcel", ["Courier", "courier.example"], "Send a parcel"),
    tool("courier_labels.print_label", ["Courier Labels", "courier.example"], "Print a label"),
    tool("courier_routes.plan_route", ["Courier Routes", "courier.example"], "Plan a route"),
    tool("stamps.print_label", ["Stamps"], "Print a label"),
  ]),
);

const confidences = (task: string): Record<string, number> =>
  Object.fromEntries(
    [...scoreNamedApps(index, parseTask(task, [index]))].map((confidence, app) => [
      index.slugs[app]!,
      confidence,
    ]),
  );

describe("scoreNamedApps", () => {
  it("prefers the app whose whole name the task has to apps of the same vendor", () => {
    const named = confidences("send a parcel with Courier");
    expect(named["courier"]).toBeGreaterThan(0.9);
    expect(named["courier_routes"]).toBeLessThan(0.75);
  });

  it("prefers the longest name", () => {
    const named = confidences("send something with Courier Routes");
    expect(named["courier_routes"]).toBe(1);
    expect(named["courier"]).toBeLessThan(0.85);
  });

  it("needs the words of a name one after another", () => {
    const named = confidences("print labels with Courier");
    expect(named["courier_labels"]).toBeLessThan(named["courier"]!);
  });

  it("recognizes a distinctive name that is written in lowercase", () => {
    expect(confidences("stamps, please")["stamps"]).toBeGreaterThan(0.9);
  });
});
