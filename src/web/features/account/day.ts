/** A day as it is said: "21 Nov 2026", never broken over two lines. */
export const getDay = (instant: Date | string): string =>
  new Date(instant).toLocaleDateString("en-GB", { dateStyle: "medium" }).replaceAll(" ", "\u00a0");
