// Why a story has one server, also where worlds have two.

/** It puts something into the account system, its database or its log, of one process. */
export const INSIDES = "what it reaches into is one process's own";
