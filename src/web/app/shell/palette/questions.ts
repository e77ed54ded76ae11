// Questions that the search understands: the best weapons at a range, and one weapon against another.
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { WEAPON_CLASSES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import { tokenize } from "#domain/text.ts";
import { formatDuel } from "#domain/weapons/duel.ts";
import { parseStep, RANGE_M } from "#domain/weapons/scenario.ts";
import { m } from "#messages";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { type Command, WEAPON_KINDS } from "./palette-commands.ts";
import { findByName, hasWord } from "./rank.ts";

type NamedWeapon = { id: string; label: string };
export type WeaponsByGame = Readonly<Partial<Record<GameId, readonly NamedWeapon[]>>>;

/** What was typed as a question; nothing where it is none. */
export const answerQuestion = (typed: string, weapons: WeaponsByGame): readonly Command[] => [
  ...listVersus(typed, weapons),
  ...listBest(typed),
];

const getAddress = (game: GameId, search: Record<string, string>): string =>
  `${gamePath[game]}?${new URLSearchParams(search)}`;

function listVersus(typed: string, weapons: WeaponsByGame): readonly Command[] {
  const tokens = tokenize(typed);
  const at = tokens.findIndex((token) => tokenize(m.app_find_words_versus()).includes(token));
  if (at < 1 || at === tokens.length - 1) return [];
  const names = [tokens.slice(0, at).join(" "), tokens.slice(at + 1).join(" ")];
  return GAMES.flatMap((game): Command[] => {
    const [left, right] = names.map((name) => findByName(weapons[game] ?? [], name));
    if (!left || !right || left.id === right.id) return [];
    const duel = formatDuel({
      builds: [{ weaponId: left.id }, { weaponId: right.id }],
      rangeM: 25,
      hitRate: 40,
      headShare: 10,
    });
    return [
      {
        id: `versus-${game}-${left.id}-${right.id}`,
        label: m.app_palette_versus({ left: left.label, right: right.label }),
        note: GAME_TITLES[game],
        game,
        act: { to: getAddress(game, { duel }) },
      },
    ];
  });
}

/** Which words ask for the quickest weapons of a class, or of all, at a range. */
function listBest(typed: string): readonly Command[] {
  const tokens = tokenize(typed);
  const range = /(?:^|\s)(\d{1,3}) ?m(?:\s|$)/.exec(tokens.join(" "))?.[1];
  const rangeM = parseStep(range, RANGE_M);
  const classId = findClass(typed.replace(/\d+\s*m\b/i, ""));
  if (!hasWord(typed, m.app_find_words_best()) && (range === undefined || classId === null)) return [];
  const named = GAMES.filter((game) => tokens.includes(game) || tokens.includes(game.replace("bf", "")));
  return (named.length > 0 ? named : GAMES).map((game) => {
    const weapons = classId ? WEAPON_CLASS_TITLES[classId] : m.common_weapons();
    const search = { ...(classId && { class: classId }), sort: "ttk", range: String(rangeM) };
    return {
      id: `best-${game}-${classId ?? "all"}-${rangeM}`,
      label: m.app_palette_by_ttk({ weapons, rangeM }),
      note: GAME_TITLES[game],
      game,
      act: { to: getAddress(game, search) },
    };
  });
}

/** The class whose words are all typed, in the reader's language or in English; of several the one with the most words. */
function findClass(typed: string): WeaponClass | null {
  const tokens = tokenize(typed);
  const isTyped = (words: string) =>
    tokenize(words).every((word) =>
      tokens.some((token) => word.startsWith(token) && token.length >= Math.min(3, word.length)),
    );
  const matching = WEAPON_CLASSES.filter((id) => [WEAPON_CLASS_TITLES[id], WEAPON_KINDS[id], id].some(isTyped));
  const [best] = matching.toSorted((a, b) => tokenize(b).length - tokenize(a).length);
  return best ?? null;
}
