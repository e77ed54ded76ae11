// Every shared component has a story in the gallery (`npm run gallery`).
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Components without their own story, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  "charts/chart-frame.tsx": "the frame of LineChart and TimeChart, which have stories",
  "feedback/announcement.tsx": "a text for screen readers, which is not visible",
};

const UI_FOLDER = "src/web/ui/";
const components = globSync(`${UI_FOLDER}{ui,fields,feedback,overlays,figures,charts}/**/*.tsx`)
  .filter((path) => !path.includes(".test."))
  .map((path) => path.slice(UI_FOLDER.length));
const stories = globSync("test/stories/**/*.tsx")
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
const hasStory = (component: string): boolean => stories.includes(`from "#web/ui/${component}"`);

test("every shared component has a story or is listed as an exception", () => {
  expect(components.length).toBeGreaterThan(20);
  expect(components.filter((each) => !hasStory(each) && !(each in EXCEPTIONS))).toEqual([]);
});

test("every exception is a component without a story", () => {
  expect(Object.keys(EXCEPTIONS).filter((each) => !components.includes(each) || hasStory(each))).toEqual([]);
});
