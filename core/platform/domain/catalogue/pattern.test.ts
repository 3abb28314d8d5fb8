import { expect, it } from "vitest";
import { whyNotPattern } from "./pattern.ts";

it.each(["^[a-z]+$", "^(\\d{3}-)?\\d+$", "^[a-z]+(-[a-z]+)*$", "^-?\\w+(,-?\\w+)*$", "(foo|bar)+", "^\\p{L}+$", "[(+]+"])("takes %s", (pattern) => expect(whyNotPattern(pattern)).toBeUndefined());

it.each(["(a+)+", "(a*)*$", "(.*a){20,}", "([a-z]+)+@", "(a|a)*", "(a|ab)*c", "(.+,)*", "((a+)b?)*", "^(\\w|a)*$", "^(a|\\x61)*$", "^([ab]|a)*$", "^(,+a*)*$", "^(,[!-~]*)*$", "^(,[A-z,]*)*$", "^(a*(,b)?)*$", "(a?b?)*c", "(a{1,50}){1,50}$", "^(a?){40}a{40}$", "(a|b?a)*c", "(\\.[.-9]*)*x", "[", "(?<x", "a".repeat(501)])("leaves out %s", (pattern) => expect(whyNotPattern(pattern)).toMatch(/^The pattern .*\.$/));
