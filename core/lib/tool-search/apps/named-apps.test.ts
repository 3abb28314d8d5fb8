import { describe, expect, it } from "vitest";
import { buildIndex } from "../index/build.ts";
import { openIndex } from "../index/open-index.ts";
import { parseTask } from "../task/parse-task.ts";
import { scoreNamedApps } from "./named-apps.ts";

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
    tool("plentiful.publish_page", ["Plentiful"], "Publish a page"),
    tool("post_office_io.weigh", ["Post.io"], "Weigh something"),
    tool("stamps.print_label", ["Stamps"], "Print a label"),
    tool("stamps_server.print_label", ["Stamps"], "Print a label"),
    tool("zed.count_plenty", ["Zed"], "Count plenty of plentifully printed posts"),
  ]),
);

const confidences = (task: string, popular?: ReadonlySet<string>): Record<string, number> =>
  Object.fromEntries(
    [...scoreNamedApps(index, parseTask(task, [index]), popular)].map((confidence, app) => [
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

  it("recognizes a name whose stem is a common word", () => {
    expect(confidences("publish a page with plentiful")["plentiful"]).toBeGreaterThan(0.9);
    expect(confidences("publish plenty of pages")["plentiful"]).toBeLessThan(0.6);
  });

  it("recognizes a name that consists of common words", () => {
    expect(confidences("weigh it with Post.io")["post_office_io"]).toBe(1);
    expect(confidences("weigh my post")["post_office_io"]).toBeLessThan(0.6);
  });

  it("prefers the app whose slug is the name", () => {
    const named = confidences("print a label with Stamps");
    expect(named["stamps"]).toBeGreaterThan(0.9);
    expect(named["stamps_server"]).toBeLessThan(0.8);
  });

  it("recognizes the capitalized name of a popular app, however common the word is", () => {
    const tools = ["Close the page", "Close a deal", "Close the label"].map((title, number) =>
      tool(`${"abc"[number]}.close`, ["Acme"], title),
    );
    const close = openIndex(buildIndex([...tools, tool("close.add", ["Close"], "Add a lead")]));
    const confidence = (task: string) =>
      scoreNamedApps(close, parseTask(task, [close]), new Set(["close"])).at(-1)!;
    expect(confidence("add a lead in Close")).toBeGreaterThan(0.8);
    expect(confidence("Close: add a lead")).toBeGreaterThan(0.75);
    expect(confidence("add a closed lead")).toBeLessThan(0.6);
  });

  it("recognizes a name in two words, of an app that people know", () => {
    const named = (task: string, popular?: ReadonlySet<string>) =>
      confidences(task, popular)["plentiful"];
    expect(named("publish a page on plenti ful", new Set(["plentiful"]))).toBeGreaterThan(0.8);
    expect(named("publish a page on plenti ful")).toBeLessThan(0.6);
  });

  it("takes a word after an article for a noun, unless another one follows", () => {
    expect(confidences("send the big courier")["courier"]).toBeLessThan(0.6);
    expect(confidences("open the courier parcels")["courier"]).toBeGreaterThan(0.6);
    expect(confidences("open my courier")["courier"]).toBeGreaterThan(0.6);
  });

  it("takes a day for a day", () => {
    const days = openIndex(buildIndex([tool("monday.create_item", ["monday"], "Create an item")]));
    const confidence = (task: string) =>
      scoreNamedApps(days, parseTask(task, [days]), new Set(["monday"]))[0];
    expect(confidence("call the landlord on Monday")).toBe(0);
    expect(confidence("call the landlord monday at 9")).toBe(0);
    expect(confidence("create an item in monday")).toBeGreaterThan(0.6);
    expect(confidence("monday: create an item")).toBeGreaterThan(0.6);
  });

  it("recognizes a distinctive name that is written in lowercase", () => {
    expect(confidences("stamps, please")["stamps"]).toBeGreaterThan(0.9);
  });
});
