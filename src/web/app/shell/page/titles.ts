/** A document title, the narrowest part first: `Loadouts · Battlefield 4 · Fieldlocker`. */
export function getTitle(...parts: string[]): { meta: [{ title: string }] } {
  return { meta: [{ title: [...parts, "Fieldlocker"].join(" · ") }] };
}
