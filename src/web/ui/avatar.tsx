import { classes } from "./class-names.ts";

type AvatarProps = {
  name: string;
  /** Its size, and the size of the letters in it. */
  className: string;
  /** A picture of our own; none: initials. */
  picture?: string | null | undefined;
};

/** A picture, or a name's initials, in a square, for the eye alone: the name stands beside it. */
export function Avatar({ name, className, picture }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "grid shrink-0 place-items-center rounded-1 overflow-hidden border border-line-strong bg-tint font-cond font-bold text-ink",
        className,
      )}
    >
      {picture ? <img src={picture} alt="" className="size-full rounded-1 object-cover" /> : getInitials(name)}
    </span>
  );
}

/** The first letters of the first and last word, in capitals. */
function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => Array.from(word ?? "")[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
