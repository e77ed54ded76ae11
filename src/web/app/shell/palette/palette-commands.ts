// The commands of the palette except loadouts: the pages of the site, weapons, and actions that are available everywhere.

import { GAME_TITLES, GAMES, type GameId } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";
import type { WeaponSummary } from "#domain/game-data/summary.ts";
import type { WeaponClass } from "#domain/game-data/weapon-class.ts";
import { m } from "#messages";
import { getCatalogueKey, getCatalogueTitle } from "#messages/catalogue/title.ts";
import { createTexts } from "#messages/format.ts";
import { clickHotkeyElement } from "#web/app/shell/hotkeys.ts";
import { GAME_TABS, type GameTab, gamePath } from "#web/app/shell/page/game-search.ts";
import { setTheme } from "#web/data/stores/theme.ts";
import { rank } from "./rank.ts";

export type Command = {
  /** For places and actions, the English words that players search for in every language. */
  id: string;
  label: string;
  /** Distinguishes commands with the same label. */
  note?: string;
  /** Further search terms. */
  searchTerms?: readonly string[];
  /** The game it belongs to; undefined: the command is shown for both games. */
  game?: GameId;
  /** An address to open, or a function to run after the palette has closed. */
  act: { to: string } | { run: () => void };
};

/** Further search terms for the sections of a game's page. */
const TAB_SEARCH_TERMS: Partial<Record<GameTab, string>> = {
  arsenal: m.app_find_words_arsenal(),
  loadouts: m.app_find_words_loadouts(),
  soldier: m.app_find_words_soldier(),
  progress: m.app_find_words_progress(),
};

/** Two rifles that everybody has. */
const EXAMPLE_RIVALS: Readonly<Record<GameId, string>> = { bf2042: "ak-24,m5a3", bf4: "ak-12,aek-971" };

export const PLACES: readonly Command[] = [
  { id: "home", label: m.common_home(), act: { to: "/" } },
  ...GAMES.flatMap((game) =>
    GAME_TABS.map(({ value, label }): Command => {
      const to = value === "arsenal" ? gamePath[game] : `${gamePath[game]}?tab=${value}`;
      const searchTerms = [game, ...(TAB_SEARCH_TERMS[value] ? [TAB_SEARCH_TERMS[value]] : [])];
      return { id: `${game}-${value}`, label, note: GAME_TITLES[game], searchTerms, game, act: { to } };
    }),
  ),
  ...GAMES.flatMap((game) =>
    CATALOGUES[game].map((catalogue): Command => {
      const act = { to: `${gamePath[game]}?cat=${catalogue}` };
      return {
        id: `${game}-${getCatalogueKey(catalogue)}`,
        label: getCatalogueTitle(catalogue),
        note: GAME_TITLES[game],
        searchTerms: [game, catalogue],
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
      searchTerms: [game, m.app_find_words_best()],
      game,
      act: { to: `${gamePath[game]}?sort=ttk` },
    },
    {
      id: `${game}-versus`,
      label: m.arsenal_versus(),
      note: GAME_TITLES[game],
      searchTerms: [game, m.app_find_words_versus()],
      game,
      act: { to: `${gamePath[game]}?versus=${EXAMPLE_RIVALS[game]}&range=25&hit=40&head=10` },
    },
  ]),
  { id: "platoons", label: m.common_platoons(), searchTerms: [m.app_find_words_platoons()], act: { to: "/platoons" } },
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

/** Returns the account pages that this visitor can open. */
export function listAccountPlaces(visitor: Visitor): readonly Command[] {
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

/** Returns the actions that this visitor can run on the current page. */
export function listActions(visitor: Visitor, href: string, signOut: () => void): readonly Command[] {
  const game = GAMES.find((id) => href.startsWith(gamePath[id])) ?? "bf4";
  return [
    ...GAMES.map((game): Command => {
      const to = `${gamePath[game]}?tab=loadouts&edit=new`;
      return {
        id: `new-loadout-${game}`,
        label: m.common_new_loadout(),
        note: GAME_TITLES[game],
        searchTerms: [m.app_find_words_new_loadout()],
        game,
        act: { to },
      };
    }),
    canPress("import")
      ? {
          id: "import-loadouts",
          label: m.common_import_loadouts(),
          act: { run: () => void clickHotkeyElement("import") },
        }
      : {
          id: "import-loadouts",
          label: m.common_import_loadouts(),
          note: m.app_in_the_locker(),
          act: { to: `${gamePath[game]}?tab=loadouts` },
        },
    ...(canPress("s")
      ? [{ id: "share-loadout", label: m.app_share_this_loadout(), act: { run: () => void clickHotkeyElement("s") } }]
      : []),
    ...THEMES.map(
      ([theme, label]): Command => ({
        id: `${theme}-theme`,
        label,
        searchTerms: [m.app_find_words_theme()],
        act: { run: () => setTheme(theme) },
      }),
    ),
    {
      id: "shortcuts",
      label: m.common_shortcuts(),
      searchTerms: [m.app_find_words_shortcuts()],
      act: { run: () => void clickHotkeyElement("shortcuts") },
    },
    ...(visitor && !visitor.isGuest
      ? [{ id: "sign-out", label: m.common_sign_out(), act: { run: signOut } }]
      : [
          { id: "sign-in", label: m.common_sign_in(), act: { to: `/login?redirect=${encodeURIComponent(href)}` } },
          { id: "create-account", label: m.common_create_account(), act: { to: "/login?mode=sign-up" } },
        ]),
  ];
}

const canPress = (key: string): boolean => document.querySelector(`[data-key="${key}"]`) !== null;

/** Returns how well a command matches the query; 0 means no match. cmdk passes the command's value, which only identifies it. */
export const rankCommand = (
  _: string,
  query: string,
  [label = "", note = "", ...searchTerms]: readonly string[] = [],
): number => rank({ label, note, searchTerms }, query);

/** Returns the keywords that `rankCommand` expects for a command. */
export const getKeywords = ({ label, note = "", searchTerms = [] }: Command): string[] => [label, note, ...searchTerms];

/** Returns the command with its id as a further search term, so that its English words match. */
export const addEnglishTerms = (command: Command): Command => ({
  ...command,
  searchTerms: [...(command.searchTerms ?? []), command.id],
});

/** The title of a single weapon of each class. */
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

/** Returns the command that opens a weapon. The id of its class is a search term, because it is the English class name. */
export function getWeaponCommand(
  game: GameId,
  { id, name, class: weaponClass, availability, era }: ListedWeapon,
): Command {
  // Portal has weapons with the same name in several eras.
  const portal = era ? m.app_portal_era({ era }) : m.app_portal();
  const portalNote = availability === "portal" ? portal : null;
  return {
    id: `${game}-${id}`,
    label: name,
    note: [WEAPON_KINDS[weaponClass], portalNote, GAME_TITLES[game]].filter(Boolean).join(", "),
    searchTerms: [weaponClass, game],
    game,
    act: { to: `${gamePath[game]}?item=${id}` },
  };
}
