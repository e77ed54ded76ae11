import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#web/data/trpc.ts";
import type { Gadgets } from "./place.ts";

const NONE: Gadgets = new Map();

/** The gadgets of Battlefield 4 by id; empty while disabled or loading. */
export function useGadgets(isEnabled: boolean): Gadgets {
  const { data } = useQuery({
    ...useTRPC().arsenal.equipment.queryOptions({ game: "bf4" }),
    enabled: isEnabled,
    select: (equipment): Gadgets =>
      equipment.game === "bf4" ? new Map(equipment.gadgets.map((gadget) => [gadget.id, gadget])) : NONE,
  });
  return data ?? NONE;
}
