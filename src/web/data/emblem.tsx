// The emblem of a platoon as a picture.
import { useId } from "react";
import { type Emblem, getEmblemParts, parseEmblem } from "#domain/platoon/emblem.ts";
import { describeEmblem } from "#messages/platoon-emblem.ts";

type EmblemPictureProps = {
  /** The stored emblem; null if the platoon has none. */
  emblem: string | null;
  /** Set if no text beside the emblem describes it. */
  isNamed?: boolean;
  className?: string;
};

/** The emblem of a platoon; renders nothing without an emblem. Beside the platoon's name it is decorative. */
export function EmblemPicture({ emblem: text, isNamed = false, className = "size-10 shrink-0" }: EmblemPictureProps) {
  const emblem = parseEmblem(text);
  if (!emblem) return null;
  const parts = <Parts emblem={emblem} />;
  return isNamed ? (
    <svg viewBox="0 0 100 100" role="img" aria-label={describeEmblem(emblem)} className={className}>
      {parts}
    </svg>
  ) : (
    <svg viewBox="0 0 100 100" aria-hidden="true" className={className}>
      {parts}
    </svg>
  );
}

function Parts({ emblem }: { emblem: Emblem }) {
  const clip = useId();
  const [background, ...layers] = getEmblemParts(emblem);
  const numbered = layers.map((part, index) => ({ ...part, number: index + 1 }));
  return (
    <>
      <clipPath id={clip}>
        <path d={background?.path} />
      </clipPath>
      <path d={background?.path} fill={background?.fill} />
      <g clipPath={`url(#${clip})`}>
        {numbered.map(({ number, path, fill, place: { x, y, degrees, scaleX, scaleY } }) => (
          <path
            key={number}
            d={path}
            fill={fill}
            fillRule="evenodd"
            transform={`translate(${x} ${y}) rotate(${degrees}) scale(${scaleX} ${scaleY}) translate(-50 -50)`}
          />
        ))}
      </g>
    </>
  );
}
