/** Dispatched on the window before a change that nobody is signed in for leads to /login. */
export const SIGNED_OUT = "signed-out";
