import { expect, test } from "vitest";
import { ago, timeLeft } from "./clock";

test.each([
  [0, "0:00"],
  [9, "0:09"],
  [300, "5:00"],
  [3_599, "59:59"],
  [3_600, "1:00:00"],
  [86_398, "23:59:58"],
  [86_400, "1 day 0 hr"],
  [604_800 - 1, "6 days 23 hr"],
])("%i seconds are shown as %s", (seconds, shown) => expect(timeLeft(seconds, "en")).toBe(shown));

test("days are called days in Portuguese", () => expect(timeLeft(180_000, "pt-BR")).toBe("2 dias 2 h"));

test("what has just been is now, not this minute", () => {
  expect(ago(1_000, 30_000, "en")).toBe("now");
  expect(ago(1_000, 30_000, "pt-BR")).toBe("agora");
  expect(ago(0, 120_000, "en")).toBe("2 minutes ago");
});
