import { classes } from "./class-names.ts";

type AvatarProps = {
  name: string;
  /** Sets the size of the square and of the initials. */
  className: string;
  /** The address of a picture that this site hosts; without one, the initials are shown. */
  picture?: string | null | undefined;
};

/** A user's picture or initials in a square. Decorative, because the name is shown beside it. */
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

/** Returns the first letters of the first and last word in upper case. */
function getInitials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => Array.from(word ?? "")[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
