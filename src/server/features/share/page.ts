// A shared loadout as a page without script: its words in the markup, and what a chat reads of it in the head.

import type { MiddlewareHandler } from "hono";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import type { Arsenals } from "#domain/game-data/arsenal.ts";
import type { SharedLoadout } from "#domain/loadout/sharing/share.ts";
import { getShareGame } from "#domain/loadout/sharing/share-code.ts";
import { m } from "#messages";
import { describeScenario } from "#messages/game/scenario-words.ts";
import { describeLoadout, getGroups } from "#messages/loadout/describe.ts";
import { getUnnamed, LINK_PROBLEMS } from "#messages/loadout/share-words.ts";
import { lazy } from "#platform/cache.ts";
import { isDatabaseUnavailable } from "#platform/database/database-unavailable.ts";
import { escapeHtml } from "#platform/http/plain-page.ts";
import type { Context } from "#server/context.ts";
import type { AppEnvironment } from "#server/http/http-server.ts";
import { withLanguage } from "#server/http/language.ts";
import type { Site } from "#server/http/site.ts";
import {
  type OpenedSquad,
  type OpenedVersus,
  openShare,
  openSquad,
  openVersus,
  PICTURE,
  PICTURE_PATH,
  SQUAD_PICTURE_PATH,
  VERSUS_PICTURE_PATH,
} from "./opened.ts";

/** Answers a game's address that shares a loadout, and leaves every other one to the site. */
export const sharePage =
  (context: Context, site: Site, game: GameId): MiddlewareHandler<AppEnvironment> =>
  async (c, next) => {
    const query = (name: string) => c.req.query(name);
    if (![...VERSUS_NAMES, "squad", "s", "l"].some((name) => query(name) !== undefined)) return next();
    // A stored share is read once, for its language and for its words.
    const getStored = lazy(() =>
      openShare(context, game, query).catch((error: unknown) => {
        // The screen shows it in its reader's language, and asks again.
        if (isDatabaseUnavailable(error)) return null;
        throw error;
      }),
    );
    const isStored = query("s") !== undefined && ![...VERSUS_NAMES, "squad"].some((name) => query(name) !== undefined);
    const getDefault = async () => {
      const opened = await getStored();
      return opened?.kind === "loadout" ? opened.language : null;
    };
    const language = await site.getLanguage(c, isStored ? getDefault : undefined);
    return withLanguage(language, async () => {
      const respond = (markup: Parameters<Site["respondWithShell"]>[2], status: 200 | 404) =>
        site.respondWithShell(c, language, markup, status);
      const versus = openVersus(context, game, query);
      if (versus) return respond(getVersusMarkup(versus, context.config.origin), 200);
      const squad = openSquad(context, game, query);
      if (squad) return respond(getSquadMarkup(squad, context.config.origin), 200);
      const opened = await getStored();
      if (!opened) return next();
      const owner = c.req.query("s") === undefined ? getShareGame(c.req.query("l") ?? "") : null;
      if (owner !== null && owner !== game) {
        const link = c.req.query("lang") === language ? `&lang=${language}` : "";
        return c.redirect(`/${owner}?l=${c.req.query("l")}${link}`);
      }
      if (opened.kind !== "loadout") {
        const body = getPage(
          `${heading(m.share_nothing_title())}<p class="mt-2">${LINK_PROBLEMS[opened.kind]}</p>`,
          game,
        );
        return respond({ head: titleTag(getUnnamed()), body }, 404);
      }
      const { shared, key } = opened;
      const head = getHead(shared, `${context.config.origin}/${game}?${key}`, context);
      return respond({ head, body: getArticle(shared, context.arsenals) }, 200);
    });
  };

/** The names of links to two to four builds. */
const VERSUS_NAMES = ["versus", "duel", "compare"];

const titleTag = (title: string): string => `<title>${escapeHtml(title)} · Fieldlocker</title>`;

function getHead({ name, loadout }: SharedLoadout, address: string, { config, arsenals }: Context): string {
  const picture = `${config.origin}${PICTURE_PATH}?game=${loadout.game}&${address.split("?")[1]}${getLanguageQuery()}`;
  const title = `${name} · ${GAME_TITLES[loadout.game]}`;
  return getTags({ title, description: getSummary(loadout, arsenals), address, picture });
}

/** A chat that fetches the picture sends no language of its reader. */
const getLanguageQuery = (): string => m.language_query().replace("?", "&");

type Card = { title: string; description: string; address: string; picture: string };

/** What a chat reads of a link. */
function getTags({ title, description, address, picture }: Card): string {
  const metas = {
    "og:type": "article",
    "og:site_name": "Fieldlocker",
    "og:title": title,
    "og:description": description,
    "og:url": address,
    "og:image": picture,
    "og:image:width": String(PICTURE.width),
    "og:image:height": String(PICTURE.height),
    "og:image:alt": `${title}: ${description}`,
  };
  const tags = Object.entries(metas).map(([key, value]) => `<meta property="${key}" content="${escapeHtml(value)}">`);
  return [titleTag(title), ...tags, '<meta name="twitter:card" content="summary_large_image">'].join("");
}

/** Versus without script is its picture, which names the winner. */
function getVersusMarkup({ game, contestants, scenario, patch, key }: OpenedVersus, origin: string) {
  const names = contestants.map(({ name }) => name).reduce((left, right) => m.share_versus({ left, right }));
  const title = m.share_versus_title({ names, game: GAME_TITLES[game] });
  const description = m.share_versus_description({
    rangeM: scenario.rangeM,
    conditions: describeScenario(scenario, patch),
  });
  const picture = `${VERSUS_PICTURE_PATH}?game=${game}&${key}${getLanguageQuery()}`;
  const head = getTags({ title, description, address: `${origin}/${game}?${key}`, picture: origin + picture });
  return { head, body: getPicturePage(names, description, picture, game) };
}

/** A squad without script is its picture, which names each loadout and what is lacking. */
function getSquadMarkup({ game, members, gaps, key }: OpenedSquad, origin: string) {
  const title = m.share_squad_title({ game: GAME_TITLES[game] });
  const description = [
    members.map(({ name }) => name || getUnnamed()).join(", "),
    gaps ?? m.share_squad_complete(),
  ].join(". ");
  const picture = `${SQUAD_PICTURE_PATH}?game=${game}&${key}${getLanguageQuery()}`;
  const head = getTags({ title, description, address: `${origin}/${game}?${key}`, picture: origin + picture });
  return { head, body: getPicturePage(m.share_squad(), description, picture, game) };
}

function getPicturePage(title: string, description: string, picture: string, game: GameId): string {
  const image = `<img src="${escapeHtml(picture)}" alt="" width="${PICTURE.width}" height="${PICTURE.height}" class="mt-6 h-auto w-full max-w-(--measure)">`;
  const lead = `<p class="mt-2 max-w-(--measure) text-ink-2">${escapeHtml(description)}</p>`;
  return getPage(`<article>${heading(escapeHtml(title))}${lead}${image}</article>`, game);
}

/** Kit and what is carried, on one line. */
function getSummary(loadout: SharedLoadout["loadout"], arsenals: Arsenals): string {
  return describeLoadout(loadout, arsenals[loadout.game])
    .map(({ value }) => value)
    .filter((value) => value !== m.build_empty())
    .join(" · ");
}

function getArticle({ name, loadout, note, author }: SharedLoadout, arsenals: Arsenals): string {
  const groups = getGroups(describeLoadout(loadout, arsenals[loadout.game])).map(({ title, lines }) => {
    const rows = lines.map(({ label, value }) => `${ROW}${escapeHtml(label)}</dt>${escapeValue(value)}</div>`);
    return `<section><h2 class="mb-1 font-cond text-2 font-bold normal-case">${title}</h2><dl class="border-t border-line">${rows.join("")}</dl></section>`;
  });
  const by = author ? ` · ${escapeHtml(m.share_by({ author }))}` : "";
  const notes = note ? `<p class="mt-6 max-w-(--measure) whitespace-pre-line">${escapeHtml(note)}</p>` : "";
  const lead = `<p class="mt-2 max-w-(--measure) text-ink-2">${GAME_TITLES[loadout.game]}${by}</p>`;
  const words = `<div class="mt-6 panel px-4 pt-4 md:px-5 md:pt-5 gap-x-8 xl:columns-2 [&amp;&gt;section]:break-inside-avoid [&amp;&gt;section]:pb-5">${groups.join("")}</div>`;
  return getPage(`<article>${heading(escapeHtml(name))}${lead}${notes}${words}</article>`, loadout.game);
}

const ROW =
  '<div class="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5"><dt class="font-cond text-0 text-ink-2">';

const escapeValue = (value: string): string => `<dd class="font-cond text-1 font-semibold">${escapeHtml(value)}</dd>`;

const heading = (text: string): string => `<h1 class="text-6">${text}</h1>`;

/** The frame of a screen, by the classes of the site's own style sheet. */
const getPage = (content: string, game: GameId): string =>
  `<div data-game="${game}" class="relative flex min-h-dvh flex-col"><header class="border-b border-line bg-surface-1"><div class="page flex h-(--bar-h) items-center"><a href="/" class="flex min-h-11 items-center gap-2 font-head text-3 font-extrabold tracking-wide uppercase">Fieldlocker</a></div></header><main class="page grow pt-14 pb-(--sp-8)">${content}<p class="mt-6"><a href="/${game}" class="link">${m.share_every_weapon({ game: GAME_TITLES[game] })}</a></p></main></div>`;
