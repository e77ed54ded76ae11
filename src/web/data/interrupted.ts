/** Dispatched on the window before the page itself leads to /login or loads again, whatever is typed into it. */
export const INTERRUPTED = "interrupted";
