// Embeds the cached queries in a prerendered page, so that hydration needs no network.
import type { QueryClient } from "@tanstack/react-query";
import type { PrerenderedQuery } from "#web/data/query-client.ts";

/** Returns a script element with all cached queries; empty if there are none. */
export function writePageState(queryClient: QueryClient): string {
  const queries = queryClient.getQueriesData({}).filter(([, data]) => data !== undefined);
  if (queries.length === 0) return "";
  return `<script type="application/json">${JSON.stringify(queries).replaceAll("<", "\\u003c")}</script>`;
}

/** Removes the page's script element and returns its cached queries. */
export function readPageState(root: Element): readonly PrerenderedQuery[] {
  const block = root.querySelector(':scope > script[type="application/json"]');
  if (!block) return [];
  block.remove();
  return JSON.parse(block.textContent);
}

/** Shows the introduction, which the page's inline script hides if a user was signed in. */
export function showIntroduction(): void {
  delete document.documentElement.dataset["person"];
}

let resolveReady: () => void;

/** Resolves when the buttons of the layout are interactive. */
export const frameReady = new Promise<void>((resolve) => {
  resolveReady = resolve;
});

/** Resolves `frameReady` and signals browser tests. */
export function markFrameReady(): void {
  document.documentElement.dataset["ready"] = "true";
  resolveReady();
}
