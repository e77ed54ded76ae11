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
