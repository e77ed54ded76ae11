/** A day as it is said: "21 Nov 2026". */
export const dayOf = (instant: Date | string): string =>
  new Date(instant).toLocaleDateString("en-GB", { dateStyle: "medium" });
