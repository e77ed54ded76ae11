import { z } from "zod";
import type { Arsenal, Arsenals } from "#domain/arsenal/arsenal.ts";
import type { Bf4Arsenal } from "#domain/arsenal/bf4-arsenal.ts";
import type { Source } from "#domain/arsenal/source.ts";
import { summaryOf } from "#domain/arsenal/summary.ts";
import { Fault } from "#domain/fault.ts";
import { GAMES, type GameId } from "#domain/game.ts";
import { open, router } from "#server/trpc/trpc.ts";

const gameInput = z.object({ game: z.enum(GAMES) });
const weaponInput = gameInput.extend({ id: z.string().min(1).max(100) });

export const arsenalRouter = router({
  /** What each game's page has to offer, in numbers. */
  overview: open.query(({ ctx }) => ({
    bf2042: overviewOf(ctx.arsenals.bf2042),
    bf4: overviewOf(ctx.arsenals.bf4),
  })),

  /** Every weapon of a game as its table needs it, and the sources its figures name. */
  list: open.input(gameInput).query(({ ctx, input }) => {
    const arsenal: Arsenal = ctx.arsenals[input.game];
    return { weapons: [...arsenal.weapons.values()].map(summaryOf), sources: [...arsenal.sources.values()] };
  }),

  /** One weapon with all its figures and parts. Faults: `weapon_unknown`. */
  weapon: open.input(weaponInput).query(({ ctx, input }) => weaponOf(ctx.arsenals, input.game, input.id)),

  /** What kits carry beside firearms, and what each kit may. */
  equipment: open.input(gameInput).query(({ ctx, input }) => equipmentOf(ctx.arsenals, input.game)),
});

function overviewOf(arsenal: Arsenal) {
  const [weapon] = arsenal.weapons.values();
  const patch = (weapon && arsenal.sources.get(weapon.sourceId)?.patch) ?? null;
  return { weapons: arsenal.weapons.size, vehicles: arsenal.vehicles.size, maps: arsenal.maps.size, patch };
}

function weaponOf({ bf4, bf2042 }: Arsenals, game: GameId, id: string) {
  if (game === "bf4") {
    const weapon = bf4.weapons.get(id);
    if (!weapon) throw new Fault("weapon_unknown");
    const attachments = bf4.attachments.get(id) ?? null;
    return { game, weapon, attachments, compatibility: rulesAbout(bf4, attachments), sources: sourcesOf(bf4) };
  }
  const weapon = bf2042.weapons.get(id);
  if (!weapon) throw new Fault("weapon_unknown");
  return { game, weapon, attachments: bf2042.attachments.get(id) ?? null, sources: sourcesOf(bf2042) };
}

/** The rules about any part of the weapon. */
function rulesAbout({ compatibility }: Bf4Arsenal, attachments: ReturnType<Bf4Arsenal["attachments"]["get"]> | null) {
  const partIds = attachments?.slots.flatMap(({ options }) => options.map(({ id }) => id)) ?? [];
  return partIds.flatMap((id) => compatibility.get(id) ?? []);
}

function equipmentOf({ bf4, bf2042 }: Arsenals, game: GameId) {
  if (game === "bf4") {
    const kits = [...bf4.kits.values()];
    const items = new Set(kits.flatMap(({ slots }) => Object.values(slots).flat()));
    const compatibility = [...items].flatMap((id) => bf4.compatibility.get(id) ?? []);
    return { game, kits, gadgets: [...bf4.gadgets.values()], compatibility };
  }
  return {
    game,
    kits: [...bf2042.kits.values()],
    gadgets: [...bf2042.gadgets.values()],
    specialists: [...bf2042.specialists.values()],
  };
}

const sourcesOf = (arsenal: Arsenal): Source[] => [...arsenal.sources.values()];
