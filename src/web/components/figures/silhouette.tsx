import { classes } from "#web/components/ui/class-names.ts";

type SilhouetteProps = {
  /** Path data by layer on a grid of 420 × 110; null keeps the place free while drawings load. */
  drawing: { full: string; dim: string; cut: string } | null;
  className?: string;
};

/** The side profile of a weapon beside its name, in the colour of the text; cut-outs take `--cut`, else the panel's colour. */
export function Silhouette({ drawing, className }: SilhouetteProps) {
  return (
    <svg viewBox="0 0 420 110" aria-hidden="true" className={classes("silhouette aspect-[420/110]", className)}>
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
