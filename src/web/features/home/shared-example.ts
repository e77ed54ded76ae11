/** The loadout that the home page shows as a chat does, as its share code. */
export const SHARED_EXAMPLE = { game: "bf2042", code: "KBgdsDk18dtWEUZCWF0IQ0YYAARCQYPLQX" } as const;
