// Reasons for a world with `singleProcess`.

/** The test accesses the account system, the database or the log of the server's process. */
export const USES_INTERNALS = "the test uses internals of one server process";
