import { classes } from "#web/ui/class-names.ts";

type AlertLineProps = { text: string | false | null | undefined; className?: string };

/** An error message beside its control; renders nothing without a text. */
export const AlertLine = ({ text, className }: AlertLineProps) =>
  text && (
    <p role="alert" className={classes("text-0 text-danger", className)}>
      {text}
    </p>
  );
