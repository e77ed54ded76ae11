// The platoon that is active in the session: what one tab of this browser activates, the others follow at once.

const channel = new BroadcastChannel("active-platoon");

export const announceActivePlatoon = (): void => channel.postMessage(null);

/** Calls back whenever another tab activates a platoon, until the answer is called. */
export function onActivatedElsewhere(listener: () => void): () => void {
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
}
