import { describe, expect, it } from "vitest";
import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import { findLackingApp } from "./lacking-apps.ts";

const entry = (name: string): AppEntry => ({
  slug: name.toLowerCase(),
  name,
  description: "",
  vendor: "example.com",
  categories: [],
  kind: "http",
  auth: ["api_key"],
  tools: 1,
  verified: "unverified",
});
const APPS = [entry("Notion"), entry("Sage Accounting")];

describe("findLackingApp", () => {
  it.each([
    ["save a note to Evernote", "Evernote"],
    ["put this in evernote", "Evernote"],
    ["export the bookings to DATEV", "DATEV"],
    ["write a chapter in Word", "Word"],
  ])("finds the app in: %s", (task, name) => expect(findLackingApp(task, APPS)).toBe(name));

  it.each([
    "save a note to Notion",
    "in a word, tell them",
    "put the line in the document",
    "create an invoice in Sage",
    "evernotes",
  ])("finds none in: %s", (task) => expect(findLackingApp(task, APPS)).toBeUndefined());
});
