import { classes } from "#web/ui/class-names.ts";

type AlertLineProps = { text: string | false | null | undefined; className?: string };

/** What went wrong, beside what it is about; nothing while nothing did. */
export const AlertLine = ({ text, className }: AlertLineProps) =>
  text && (
    <p role="alert" className={classes("text-0 text-danger", className)}>
      {text}
    </p>
  );
