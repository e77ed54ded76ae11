// What a limit answers where the account library speaks.
import { APIError } from "better-auth/api";

/** The refusal of who did something too often. */
export const tooMany = (waitMs: number): APIError =>
  new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_REQUESTS", message: "Too many requests. Please try again later." },
    { "Retry-After": String(Math.ceil(waitMs / 1000)) },
  );

/** The refusal of who came while too many others did. */
export const tooManyAtOnce = (code: string, message: string): APIError =>
  new APIError("SERVICE_UNAVAILABLE", { code, message }, { "Retry-After": "5" });
