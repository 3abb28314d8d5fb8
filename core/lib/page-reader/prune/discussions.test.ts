import { describe, expect, it } from "vitest";
import { readHtml } from "../index.ts";

const read = (html: string, format: "text" | "markdown" = "text") =>
  readHtml(html, { url: "https://forum.example/t/1", format }).content;

const question =
  "The battery lasts only two hours since the update. Does anybody know which setting causes it?";
const answer =
  "Background refresh was switched on again by the update, and that drains most of the charge. Switch it off under Power and wait a day for the estimate.";
const thread = (posts: string) =>
  `<html id="XF"><body><main><h1>Battery</h1>${posts}</main></body></html>`;
const post = (user: string, body: string) =>
  `<article class="message"><div class="message-cell message-cell--user"><div class="avatar">J</div><h4><a class="username" href="/u/${user}">${user}</a></h4><dl><dt>Posts</dt><dd>1,204</dd></dl></div><div class="bbWrapper">${body}</div></article>`;

describe("a discussion", () => {
  it("keeps the name of each post's author, without the author's statistics", () => {
    const text = read(thread(post("jana", question) + post("omar", answer)));
    expect(text).toBe(`Battery\n\njana\n\n${question}\n\nomar\n\n${answer}\n`);
  });

  it("finds the author's name by other class names", () => {
    const panel =
      '<div class="user-info"><div class="name-row"><a class="user-info__name" href="/u/jana">jana</a></div><div>New member</div></div>';
    const text = read(
      thread(`<article><div>${panel}</div><p>${question}</p><p>${answer}</p></article>`),
    );
    expect(text).toBe(`Battery\n\njana\n\n${question}\n\n${answer}\n`);
  });

  it("drops a quotation of an earlier post, even of a part of it", () => {
    const quotation =
      "<blockquote><p>jana said:</p>Does anybody know which setting causes it?</blockquote>";
    const text = read(thread(post("jana", question) + post("omar", quotation + answer)));
    expect(text.match(/which setting/g)).toHaveLength(1);
    expect(text).not.toContain("jana said");
  });

  it("keeps a quotation of something else", () => {
    const quotation =
      "<blockquote>The manual warns of refresh intervals below one minute.</blockquote>";
    const text = read(thread(post("jana", question) + post("omar", quotation + answer)));
    expect(text).toContain("The manual warns of refresh intervals");
  });

  it("drops the labels of the forum software", () => {
    const labels = [
      "You must log in or register to reply here.",
      "Thread Tools",
      "jana, omar and 2 others like this.",
      "All times are GMT +1. The time now is 14:01.",
      "You may not post attachments",
      "Show 3 more comments",
    ];
    const blocks = labels.map((label) => `<div>${label}</div>`).join("");
    const text = read(thread(post("jana", question) + blocks + post("omar", answer)));
    expect(text).toBe(read(thread(post("jana", question) + post("omar", answer))));
  });

  it("reads the posts that Discourse embeds as data, if the page shows no others", () => {
    const posts = [
      { username: "jana", cooked: `<p>${question}</p>` },
      { username: "omar", cooked: `<p>${answer}</p>` },
    ];
    const data = JSON.stringify({ topic_12: JSON.stringify({ post_stream: { posts } }) });
    const html = `<head><meta name="generator" content="Discourse 3.4"></head><body><h1>Battery</h1><div id="data-preloaded" data-preloaded="${data.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"></div></body>`;
    expect(read(html, "markdown")).toBe(
      `# Battery\n\n#### jana\n\n${question}\n\n#### omar\n\n${answer}\n`,
    );
  });
});
