// Synchronizes the active platoon of the session between the tabs of this browser.

const channel = new BroadcastChannel("active-platoon");

export const announceActivePlatoon = (): void => channel.postMessage(null);

/** Calls the listener when another tab activates a platoon; returns a function that removes it. */
export function onActivatedElsewhere(listener: () => void): () => void {
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
