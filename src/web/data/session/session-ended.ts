/** The session of the last person ended elsewhere: nothing may be written until a sign-in. */
export class SessionEndedError extends Error {
  override readonly name = "SessionEndedError";
  readonly status = 401;

  constructor() {
    super("Your session has expired. Please sign in again.");
  }
}
