import { useQuery } from "@tanstack/react-query";
import type { Combat } from "#domain/arsenal/combat.ts";
import { FAULTS } from "#domain/fault.ts";
import type { GameId } from "#domain/game.ts";
import { problemOf } from "#web/client/problem.ts";
import { useTRPC } from "#web/client/trpc.ts";
import { Button } from "#web/ui/button.tsx";
import { Drawer } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Target } from "./figures.ts";
import { WeaponDetails } from "./weapon-details.tsx";

type WeaponDrawerProps = {
  game: GameId;
  weaponId: string;
  /** Null for an id the game's list does not hold. */
  name: string | null;
  target: Target;
  combat: Combat;
  onClose: () => void;
  onAddToLoadout: (weaponId: string) => void;
};

/** All that is known of one weapon, beside the list. */
export function WeaponDrawer({ game, weaponId, name, target, combat, onClose, onAddToLoadout }: WeaponDrawerProps) {
  const query = useQuery({
    ...useTRPC().arsenal.weapon.queryOptions({ game, id: weaponId }),
    enabled: name !== null,
  });
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={name ?? "No such weapon"}>
      {name === null && <p>{FAULTS.weapon_unknown.says}</p>}
      {query.isLoading && <Skeleton label={`Loading the ${name}`} rows={8} />}
      {query.isError && (
        <div role="alert" className="grid justify-items-start gap-3">
          <p>{problemOf(query.error).text}</p>
          <Button onClick={() => query.refetch()}>Try again</Button>
        </div>
      )}
      {query.data && (
        <WeaponDetails answer={query.data} target={target} combat={combat} onAddToLoadout={onAddToLoadout} />
      )}
    </Drawer>
  );
}
