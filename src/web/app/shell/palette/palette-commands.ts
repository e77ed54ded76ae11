// What the palette offers beside weapons and loadouts: every place of the site, and what one can do from anywhere.

import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { getCatalogueKey, getCatalogueTitle } from "#messages/catalogue/title.ts";
import { createTexts } from "#messages/format.ts";
import { pressed } from "#web/app/shell/hotkeys.ts";
import { GAME_TABS, type GameTab, gamePath } from "#web/app/shell/page/game-search.ts";
import { chooseTheme } from "#web/data/stores/theme.ts";
import { rank } from "./rank.ts";

export type Command = {
  /** Of a place or an action its English words, by which players look for it in every language. */
  id: string;
  label: string;
  /** Distinguishes it from others with the same label. */
  note?: string;
  /** Other words one might look for. */
  words?: readonly string[];
  /** The game it belongs to; of none it is found in both. */
  game?: GameId;
  /** An address, or something to do once the palette is gone. */
  act: { to: string } | { run: () => void };
};

/** Other words for what a section of a game's page holds. */
const TAB_WORDS: Partial<Record<GameTab, string>> = {
  arsenal: m.app_find_words_arsenal(),
  loadouts: m.app_find_words_loadouts(),
  soldier: m.app_find_words_soldier(),
  progress: m.app_find_words_progress(),
};

/** Two rifles that everybody has. */
const EXAMPLE_DUELS: Readonly<Record<GameId, string>> = { bf2042: "ak-24,m5a3", bf4: "ak-12,aek-971" };

export const PLACES: readonly Command[] = [
  { id: "home", label: m.common_home(), act: { to: "/" } },
  ...GAMES.flatMap((game) =>
    GAME_TABS.map(({ value, label }): Command => {
      const to = value === "arsenal" ? gamePath[game] : `${gamePath[game]}?tab=${value}`;
      const words = [game, ...(TAB_WORDS[value] ? [TAB_WORDS[value]] : [])];
      return { id: `${game}-${value}`, label, note: GAME_TITLES[game], words, game, act: { to } };
    }),
  ),
  ...GAMES.flatMap((game) =>
    CATALOGUES[game].map((catalogue): Command => {
      const act = { to: `${gamePath[game]}?cat=${catalogue}` };
      return {
        id: `${game}-${getCatalogueKey(game, catalogue)}`,
        label: getCatalogueTitle(game, catalogue),
        note: GAME_TITLES[game],
        words: [game],
        game,
        act,
      };
    }),
  ),
  ...GAMES.flatMap((game): Command[] => [
    {
      id: `${game}-ttk`,
      label: m.app_palette_weapons_by_ttk(),
      note: GAME_TITLES[game],
      words: [game, m.app_find_words_best()],
      game,
      act: { to: `${gamePath[game]}?sort=ttk` },
    },
    {
      id: `${game}-duel`,
      label: m.arsenal_duel(),
      note: GAME_TITLES[game],
      words: [game, m.app_find_words_versus()],
      game,
      act: { to: `${gamePath[game]}?duel=${EXAMPLE_DUELS[game]}` },
    },
  ]),
  { id: "platoons", label: m.common_platoons(), words: [m.app_find_words_platoons()], act: { to: "/platoons" } },
];

const ACCOUNT_PLACES = [
  ["profile", m.account_profile()],
  ["security", m.account_security()],
  ["sessions", m.account_sessions()],
  ["connections", m.account_connections()],
  ["data", m.app_data_and_shared_links()],
] as const;

const THEMES = [
  ["dark", m.app_dark_theme()],
  ["light", m.app_light_theme()],
  ["system", m.app_theme_of_the_system()],
] as const;

/** The current user; null without a session. */
type Visitor = { isGuest: boolean } | null;

/** Places of the account that this visitor has. */
export function accountPlaces(visitor: Visitor): readonly Command[] {
  if (!visitor) return [];
  if (visitor.isGuest) return [{ id: "account", label: m.common_account(), act: { to: "/account" } }];
  return [
    ...ACCOUNT_PLACES.map(([tab, label]) => ({
      id: `account-${tab}`,
      label,
      note: m.common_account(),
      act: { to: tab === "profile" ? "/account" : `/account?tab=${tab}` },
    })),
  ];
}

/** What this visitor can do from here. */
export function listActions(visitor: Visitor, here: string, leave: () => void): readonly Command[] {
  const game = GAMES.find((id) => here.startsWith(gamePath[id])) ?? "bf4";
  return [
    ...GAMES.map((game): Command => {
      const to = `${gamePath[game]}?tab=loadouts&edit=new`;
      return {
        id: `new-loadout-${game}`,
        label: m.common_new_loadout(),
        note: GAME_TITLES[game],
        words: [m.app_find_words_new_loadout()],
        game,
        act: { to },
      };
    }),
    canPress("import")
      ? { id: "import-loadouts", label: m.common_import_loadouts(), act: { run: () => void pressed("import") } }
      : {
          id: "import-loadouts",
          label: m.common_import_loadouts(),
          note: m.app_in_the_locker(),
          act: { to: `${gamePath[game]}?tab=loadouts` },
        },
    ...(canPress("s")
      ? [{ id: "share-loadout", label: m.app_share_this_loadout(), act: { run: () => void pressed("s") } }]
      : []),
    ...THEMES.map(
      ([theme, label]): Command => ({
        id: `${theme}-theme`,
        label,
        words: [m.app_find_words_theme()],
        act: { run: () => chooseTheme(theme) },
      }),
    ),
    {
      id: "shortcuts",
      label: m.common_shortcuts(),
      words: [m.app_find_words_shortcuts()],
      act: { run: () => void pressed("shortcuts") },
    },
    ...(visitor && !visitor.isGuest
      ? [{ id: "sign-out", label: m.common_sign_out(), act: { run: leave } }]
      : [
          { id: "sign-in", label: m.common_sign_in(), act: { to: `/login?redirect=${encodeURIComponent(here)}` } },
          { id: "create-account", label: m.common_create_account(), act: { to: "/login?mode=sign-up" } },
        ]),
  ];
}

const canPress = (key: string): boolean => document.querySelector(`[data-key="${key}"]`) !== null;

/** How well a command fits what was typed, by its name and its other words; 0: not at all. Its value only identifies it. */
export const rankCommand = (
  _: string,
  typed: string,
  [label = "", note = "", ...words]: readonly string[] = [],
): number => rank({ label, note, words }, typed);

/** What `rankCommand` needs of a command. */
export const getKeywords = ({ label, note = "", words = [] }: Command): string[] => [label, note, ...words];

/** Has a place or an action found by the English words of its id, too. */
export const findByEnglish = (command: Command): Command => ({
  ...command,
  words: [...(command.words ?? []), command.id],
});

/** What a weapon of each class is called. */
export const WEAPON_KINDS = createTexts<WeaponClass>({
  "assault-rifle": m.game_weapon_kind_assault_rifle,
  carbine: m.game_weapon_kind_carbine,
  pdw: m.game_weapon_kind_pdw,
  smg: m.game_weapon_kind_smg,
  lmg: m.game_weapon_kind_lmg,
  dmr: m.game_weapon_kind_dmr,
  "sniper-rifle": m.game_weapon_kind_sniper_rifle,
  shotgun: m.game_weapon_kind_shotgun,
  sidearm: m.game_weapon_kind_sidearm,
  utility: m.game_weapon_kind_utility,
  launcher: m.game_weapon_kind_launcher,
});

type ListedWeapon = Pick<WeaponSummary, "id" | "name" | "class" | "availability" | "era">;

/** Opens a weapon; it is found by its class in English, too, which is the id of the class. */
export function getWeaponCommand(
  game: GameId,
  { id, name, class: weaponClass, availability, era }: ListedWeapon,
): Command {
  // Portal has guns of the same name in several eras.
  const portal = era ? m.app_portal_era({ era }) : m.app_portal();
  const place = availability === "portal" ? portal : null;
  return {
    id: `${game}-${id}`,
    label: name,
    note: [WEAPON_KINDS[weaponClass], place, GAME_TITLES[game]].filter(Boolean).join(", "),
    words: [weaponClass, game],
    game,
    act: { to: `${gamePath[game]}?item=${id}` },
  };
}
