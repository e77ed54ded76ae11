import { APIError } from "better-auth/api";

/** The refusal of who did something too often. */
export const tooMany = (waitMs: number): APIError =>
  new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later." },
    { "Retry-After": String(Math.ceil(waitMs / 1000)) },
  );
