// Answers questions typed into the palette: the best weapons at a range, and duels of two weapons.
import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { WEAPON_CLASSES, type WeaponClass } from "#domain/game-data/weapon-class.ts";
import { tokenize } from "#domain/text.ts";
import { parseStep, RANGE_M } from "#domain/weapons/scenario.ts";
import { formatBuilds } from "#domain/weapons/versus.ts";
import { m } from "#messages";
import { WEAPON_CLASS_TITLES } from "#messages/game/titles.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { type Command, WEAPON_KINDS } from "./palette-commands.ts";
import { findBestMatch, hasWord } from "./rank.ts";

type NamedWeapon = { id: string; label: string };
export type WeaponsByGame = Readonly<Partial<Record<GameId, readonly NamedWeapon[]>>>;

/** Returns the commands that answer a typed question; empty if the query is not a question. */
export const answerQuestion = (typed: string, weapons: WeaponsByGame): readonly Command[] => [
  ...listDuels(typed, weapons),
  ...listBestWeapons(typed),
];

const getAddress = (game: GameId, search: Record<string, string>): string =>
  `${gamePath[game]}?${new URLSearchParams(search)}`;

/** With every shot hitting all fights would be alike. */
const USUAL_SCENARIO = { range: "25", hit: "40", head: "10" };

function listDuels(query: string, weapons: WeaponsByGame): readonly Command[] {
  const tokens = tokenize(query);
  const index = tokens.findIndex((token) => tokenize(m.app_find_words_versus()).includes(token));
  if (index < 1 || index === tokens.length - 1) return [];
  const names = [tokens.slice(0, index).join(" "), tokens.slice(index + 1).join(" ")];
  return GAMES.flatMap((game): Command[] => {
    const [left, right] = names.map((name) => findBestMatch(weapons[game] ?? [], name));
    if (!left || !right || left.id === right.id) return [];
    const versus = formatBuilds([{ weaponId: left.id }, { weaponId: right.id }]);
    return [
      {
        id: `versus-${game}-${left.id}-${right.id}`,
        label: m.app_palette_versus({ left: left.label, right: right.label }),
        note: GAME_TITLES[game],
        game,
        act: { to: getAddress(game, { versus, ...USUAL_SCENARIO }) },
      },
    ];
  });
}

/** Returns the lists of the fastest weapons at a range, of one class or of all, if the query asks for them. */
function listBestWeapons(query: string): readonly Command[] {
  const tokens = tokenize(query);
  const range = /(?:^|\s)(\d{1,3}) ?m(?:\s|$)/.exec(tokens.join(" "))?.[1];
  const rangeM = parseStep(range, RANGE_M);
  const classId = findClass(query.replace(/\d+\s*m\b/i, ""));
  if (!hasWord(query, m.app_find_words_best()) && (range === undefined || classId === null)) return [];
  const namedGames = GAMES.filter((game) => tokens.includes(game) || tokens.includes(game.replace("bf", "")));
  return (namedGames.length > 0 ? namedGames : GAMES).map((game) => {
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

/**
 * Returns the class whose words are all typed, in the page's language or in English; the class with the most words wins.
 * Otherwise the first class with one of the words: "rifle" means assault rifles, "sniper" sniper rifles.
 */
function findClass(query: string): WeaponClass | null {
  const tokens = tokenize(query);
  const isTyped = (word: string) =>
    tokens.some((token) => word.startsWith(token) && token.length >= Math.min(3, word.length));
  const isClear = (word: string) => tokens.some((token) => word.startsWith(token) && token.length >= 5);
  const getNames = (id: WeaponClass) => [WEAPON_CLASS_TITLES[id], WEAPON_KINDS[id], id].map(tokenize);
  const hasAllWords = (id: WeaponClass) => getNames(id).some((words) => words.every(isTyped));
  const hasOneWord = (id: WeaponClass) => getNames(id).some((words) => words.some(isClear));
  const [best] = WEAPON_CLASSES.filter(hasAllWords).toSorted((a, b) => tokenize(b).length - tokenize(a).length);
  return best ?? WEAPON_CLASSES.find(hasOneWord) ?? null;
}
