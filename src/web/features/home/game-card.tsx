import { Link } from "@tanstack/react-router";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Glyph, type GlyphName } from "#web/ui/glyph.tsx";

const GLYPHS: Record<GameId, readonly GlyphName[]> = {
  bf2042: ["p90", "fn-fal", "delivery-drone", "helicopter", "battle-tank"],
  bf4: ["ak47", "lee-enfield", "machine-gun", "jet-fighter", "speed-boat"],
};

/** `content`: the number of weapons and the date of their figures. */
type GameCardProps = { game: GameId; content: string };

/** A large panel that links to a game. */
export function GameCard({ game, content }: GameCardProps) {
  return (
    <Link
      to={gamePath[game]}
      data-game={game}
      className="panel group grid content-start gap-3 p-6 shadow-[inset_0_4px_0_var(--accent)] hover:bg-surface-2 md:p-8"
    >
      <span aria-hidden="true" className="flex gap-4 text-accent">
        {GLYPHS[game].map((name) => (
          <Glyph key={name} name={name} className="size-8 md:size-10" />
        ))}
      </span>
      <h2 className="text-5 group-hover:underline group-hover:underline-offset-4">{GAME_TITLES[game]}</h2>
      <p className="font-cond text-1 text-ink-2 md:text-2">{content}</p>
    </Link>
  );
}
