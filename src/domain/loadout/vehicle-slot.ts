const TITLES: ReadonlyMap<string, string> = new Map([
  ["simple-optics", "Optics"],
  ["upgrades", "Upgrade"],
]);

/** The title of a slot id: "gunner-optics" becomes "Gunner optics". */
export function vehicleSlotTitle(slot: string): string {
  const words = slot.replaceAll("-", " ");
  return TITLES.get(slot) ?? words.charAt(0).toUpperCase() + words.slice(1);
}
