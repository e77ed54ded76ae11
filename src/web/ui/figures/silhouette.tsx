import { classes } from "#web/ui/class-names.ts";

type SilhouetteProps = {
  /** Path data by layer; null keeps the place free while drawings load. */
  drawing: { full: string; dim: string; cut: string } | null;
  /** What the drawing was made for: weapons, vehicles, or other things. */
  grid?: "weapon" | "wide" | "square";
  className?: string;
};

const GRIDS = {
  weapon: ["0 0 420 110", "aspect-[420/110]"],
  wide: ["0 0 240 110", "aspect-[240/110]"],
  square: ["0 0 110 110", "aspect-square"],
} as const;

/** A drawing beside the name of what it shows, in the colour of the text; cut-outs take `--cut`, else the panel's colour. */
export function Silhouette({ drawing, grid = "weapon", className }: SilhouetteProps) {
  const [viewBox, aspect] = GRIDS[grid];
  return (
    <svg viewBox={viewBox} aria-hidden="true" className={classes("silhouette", aspect, className)}>
      {drawing && (
        <>
          <path d={drawing.full} />
          <path d={drawing.dim} />
          <path d={drawing.cut} />
        </>
      )}
    </svg>
  );
}
