/** What was done to loadouts, in words: the one's name, or how many. */
export const getSaid = (items: readonly { name: string }[], done: string): string =>
  `${done} ${items.length === 1 ? `“${items[0]?.name ?? ""}”` : `${items.length} loadouts`}`;
