import type { GameId } from "#domain/game.ts";
import { KIT_IDS, KIT_TITLES, type KitId } from "#domain/game-data/kit-id.ts";
import { formatTtk } from "#domain/game-data/text/figure-words.ts";
import { getStarters, type Starter } from "#domain/loadout/range-starters.ts";
import { Glyph } from "#web/components/ui/glyph.tsx";
import type { Listed } from "#web/features/loadout/answers.ts";
import { KIT_GLYPHS } from "#web/features/loadout/glyphs.ts";
import { StepLink } from "#web/features/loadout/step-link.tsx";

type StarterBoardProps = {
  game: GameId;
  weapons: readonly Listed[];
  /** Of the soldier the times are for; null where no source gives it. */
  hitPoints: number | null;
  onStart: (beginning: { kit: KitId; weapon: string }) => void;
};

/** Three beginnings for each kit or class, out of the game's own weapons. */
export function StarterBoard({ game, weapons, hitPoints, onStart }: StarterBoardProps) {
  return (
    <section aria-labelledby="starters" className="grid gap-3">
      <h3 id="starters" className="text-2">
        Begin with a starter
      </h3>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {KIT_IDS.map((kit) => (
          <li key={kit} className="panel grid content-start gap-2 p-4">
            <h4 className="flex items-center gap-2 font-cond text-2 font-bold">
              <Glyph name={KIT_GLYPHS[kit]} className="size-6 text-accent" />
              {KIT_TITLES[kit]}
            </h4>
            <ul className="grid">
              {getStarters(weapons, game, kit, hitPoints).map((starter) => (
                <StarterLink
                  key={starter.id}
                  kit={kit}
                  starter={starter}
                  onStart={() => onStart({ kit, weapon: starter.weaponId })}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StarterLink({ kit, starter, onStart }: { kit: KitId; starter: Starter; onStart: () => void }) {
  const { title, weaponName, weaponId, ttkMs, rangeM } = starter;
  return (
    <li className="border-t border-line">
      <StepLink
        href={`?tab=loadouts&edit=new&kit=${kit}&weapon=${weaponId}`}
        onStep={onStart}
        className="group flex min-h-11 items-center justify-between gap-3 py-1"
      >
        <span>
          <span className="block text-00 text-ink-3">{title}</span>
          <span className="font-cond text-1 font-bold group-hover:text-accent group-hover:underline">{weaponName}</span>
        </span>
        <span className="num text-right text-0 text-ink-2">
          {formatTtk(ttkMs)}
          <span className="block text-00 text-ink-3">at {rangeM} m</span>
        </span>
      </StepLink>
    </li>
  );
}
