import { expect, it } from "vitest";
import { whyNotPattern } from "./pattern.ts";

it.each(["^[a-z]+$", "^(\\d{3}-)?\\d+$", "^[a-z]+(-[a-z]+)*$", "^-?\\w+(,-?\\w+)*$", "(foo|bar)+", "^\\p{L}+$", "[(+]+"])("takes %s", (pattern) => expect(whyNotPattern(pattern)).toBeUndefined());

it.each(["(a+)+", "(a*)*$", "(.*a){20,}", "([a-z]+)+@", "(a|a)*", "(a|ab)*c", "(.+,)*", "((a+)b?)*", "[", "(?<x", "a".repeat(501)])("leaves out %s", (pattern) => expect(whyNotPattern(pattern)).toMatch(/^The pattern .*\.$/));
