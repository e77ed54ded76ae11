import { Dialog } from "#web/components/overlays/dialog.tsx";

const ICON_AUTHORS = ["Delapouite", "Lorc", "Skoll", "sbed", "John Colburn"];

/** Whose work stands in these pages. */
export function Credits({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Credits">
      <div className="grid gap-4 text-0">
        <section>
          <h3 className="text-1">Figures</h3>
          <p className="text-ink-2">
            Weapons and their figures come from public community data. Each figure names its source and patch where it
            stands. Statistics of soldiers come from the public service this site is set up with, as a rule
            gametools.network.
          </p>
        </section>
        <section>
          <h3 className="text-1">Game glyphs</h3>
          <p className="text-ink-2">
            By {ICON_AUTHORS.join(", ")} and others, from{" "}
            <a href="https://game-icons.net" rel="noreferrer" className="link">
              game-icons.net
            </a>
            , under{" "}
            <a href="https://creativecommons.org/licenses/by/3.0/" rel="noreferrer" className="link">
              CC BY 3.0
            </a>
            . Gathered into one file, otherwise unchanged.
          </p>
        </section>
        <section>
          <h3 className="text-1">Type and interface icons</h3>
          <p className="text-ink-2">
            Sofia Sans by Lettersoup (SIL Open Font License 1.1). Lucide icons (ISC licence).
          </p>
        </section>
        <section>
          <h3 className="text-1">Games</h3>
          <p className="text-ink-2">
            Battlefield, Battlefield 4 and Battlefield 2042 are trademarks of Electronic Arts Inc.
          </p>
        </section>
      </div>
    </Dialog>
  );
}
