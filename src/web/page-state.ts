// The answers a prerendered page was drawn with travel inside it, so that taking it over needs no network.
import type { QueryClient } from "@tanstack/react-query";
import type { KnownAnswer } from "#web/data/query-client.ts";

/** A data block with everything the cache knows. */
export function writePageState(queryClient: QueryClient): string {
  const answers = queryClient.getQueriesData({}).filter(([, data]) => data !== undefined);
  if (answers.length === 0) return "";
  return `<script type="application/json">${JSON.stringify(answers).replaceAll("<", "\\u003c")}</script>`;
}

/** The answers of the page's data block, which is taken off the page. */
export function readPageState(root: Element): readonly KnownAnswer[] {
  const block = root.querySelector(':scope > script[type="application/json"]');
  if (!block) return [];
  block.remove();
  return JSON.parse(block.textContent);
}

/** Shows what the page's first script hides while a locker's owner seems to be here. */
export function showIntroduction(): void {
  delete document.documentElement.dataset["person"];
}

let resolveReady: () => void;

/** Resolves once the buttons of the frame around every screen answer. */
export const frameReady = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

/** Also a signal for browser tests. */
export function markFrameReady(): void {
  document.documentElement.dataset["ready"] = "true";
  resolveReady();
}
