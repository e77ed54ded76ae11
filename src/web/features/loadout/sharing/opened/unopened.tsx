import { Link } from "@tanstack/react-router";
import { GAME_TITLES, type GameId } from "#domain/game.ts";
import { UNOPENED } from "#domain/loadout/sharing/share.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Page } from "#web/app/shell/page/page.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";

/** Why an address shares nothing, and the ways on from it. */
export function Unopened({ game, why }: { game: GameId; why: keyof typeof UNOPENED }) {
  return (
    <>
      <title>Shared loadout · Fieldlocker</title>
      <Page title="This link opens nothing" lead={UNOPENED[why]}>
        <div className="flex flex-wrap gap-3">
          {why === "newer" && (
            <Button kind="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          <Link to={gamePath[game]} search={{ tab: "loadouts" }} className={buttonLook()}>
            {`${GAME_TITLES[game]} loadouts`}
          </Link>
          <Link to="/" className={buttonLook("quiet")}>
            Home
          </Link>
        </div>
      </Page>
    </>
  );
}
