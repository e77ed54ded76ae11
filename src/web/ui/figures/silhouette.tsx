import { classes } from "#web/ui/class-names.ts";

type SilhouetteProps = {
  /** SVG path data by layer; null reserves the space while drawings load. */
  drawing: { full: string; dim: string; cut: string } | null;
  /** The grid of the drawing: weapons, vehicles, or other items. */
  grid?: "weapon" | "wide" | "square";
  className?: string;
};

const GRIDS = {
  weapon: ["0 0 420 110", "aspect-[420/110]"],
  wide: ["0 0 240 110", "aspect-[240/110]"],
  square: ["0 0 110 110", "aspect-square"],
} as const;

/** A silhouette in the text colour, shown beside its name. Cut-outs use `--cut`, by default the panel's colour. */
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
