import { expect, test } from "vitest";
import { formatExposition } from "./exposition.ts";

test("formats and escapes families in the Prometheus text format", () => {
  const text = formatExposition([
    {
      name: "a_total",
      help: "One \\ and\nanother.",
      type: "counter",
      samples: [{ value: 1 }, { labels: { b: 'say "\\n"\n', c: "d" }, value: 0.5 }],
    },
    { name: "nothing", help: "Left out.", type: "gauge", samples: [] },
    {
      name: "h",
      help: "A histogram.",
      type: "histogram",
      samples: [{ suffix: "_bucket", labels: { le: "+Inf" }, value: Infinity }],
    },
  ]);
  expect(text).toBe(
    [
      "# HELP a_total One \\\\ and\\nanother.",
      "# TYPE a_total counter",
      "a_total 1",
      'a_total{b="say \\"\\\\n\\"\\n",c="d"} 0.5',
      "# HELP h A histogram.",
      "# TYPE h histogram",
      'h_bucket{le="+Inf"} +Inf',
      "",
    ].join("\n"),
  );
});
