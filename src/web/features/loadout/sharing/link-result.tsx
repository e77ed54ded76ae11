import { Suspense, useRef, useState } from "react";
import type { GameId } from "#domain/game.ts";
import { m } from "#messages";
import { logError } from "#web/data/log.ts";
import { Button } from "#web/ui/button.tsx";
import { CollapsedSection } from "#web/ui/collapsed-section.tsx";
import { AlertLine } from "#web/ui/feedback/alert-line.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/fields/field.tsx";
import { useCopy } from "#web/ui/fields/use-copy.ts";
import { lazyNamed } from "#web/ui/lazy-named.ts";

const QrCode = lazyNamed(() => import("./qr-code.tsx"), "QrCode");

/** The search parameter of a share link: `s` for the id of a stored share, `l` for a share code. */
export type ShareKey = { name: "s" | "l"; value: string };

export const getShareUrl = (game: GameId, { name, value }: ShareKey): string =>
  `${location.origin}/${game}?${name}=${value}`;

type LinkResultProps = { game: GameId; title: string; shareKey: ShareKey };

/** A created link, with buttons to copy and share it, its QR code and its preview. */
export function LinkResult({ game, title, shareKey }: LinkResultProps) {
  const address = getShareUrl(game, shareKey);
  const isShort = shareKey.name === "s";
  return (
    <div className="grid gap-3 border-l-3 border-accent pl-4">
      {isShort ? (
        <CopyField label={m.loadout_short_link()} copyLabel={m.loadout_copy_the_short_link()} text={address} />
      ) : (
        <>
          <CopyField
            label={m.loadout_self_contained_link()}
            copyLabel={m.loadout_copy_the_self_contained_link()}
            text={address}
          />
          <CopyField label={m.loadout_the_code_alone()} copyLabel={m.loadout_copy_the_code()} text={shareKey.value} />
        </>
      )}
      <NativeShare address={address} title={title} />
      <CollapsedSection title={m.loadout_show_qr_code()}>
        <Suspense fallback={<Skeleton label={m.loadout_drawing_the_qr_code()} rows={1} className="size-44" />}>
          <QrCode text={address} label={isShort ? m.loadout_qr_code_short() : m.loadout_qr_code_self_contained()} />
        </Suspense>
      </CollapsedSection>
      <CollapsedSection title={m.loadout_show_picture()}>
        <img
          src={`/pictures/loadout.png?game=${game}&${shareKey.name}=${shareKey.value}`}
          alt={m.loadout_picture_in_a_chat({ title })}
          width={1200}
          height={630}
          className="h-auto w-full rounded-1 border border-line"
        />
      </CollapsedSection>
    </div>
  );
}

/** The button for the Web Share API; renders nothing if the browser lacks it. */
function NativeShare({ address, title }: { address: string; title: string }) {
  const [failed, setFailed] = useState(false);
  if (!("share" in navigator)) return null;
  const share = async () => {
    try {
      await navigator.share({ title, url: address });
    } catch (error) {
      // The user has cancelled the share, which is not an error.
      if (error instanceof DOMException && error.name === "AbortError") return;
      logError("Share", error);
      setFailed(true);
    }
  };
  return (
    <div>
      <Button size="small" onClick={share}>
        {m.loadout_send_with_this_device()}
      </Button>
      <AlertLine text={failed && m.loadout_sharing_failed()} className="mt-1" />
    </div>
  );
}

const COPY_MESSAGES = {
  copied: m.loadout_copied_status(),
  refused: m.loadout_copy_blocked_text_selected(),
};

/** A text with a copy button. If the browser blocks copying, the text is selected. */
function CopyField({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const { outcome, copy } = useCopy(text);
  const copyOrMark = async () => {
    if (!(await copy())) frame.current?.querySelector("input")?.select();
  };
  return (
    <div ref={frame} className="grid gap-1">
      <div className="flex items-end gap-2">
        <Field
          label={label}
          value={text}
          readOnly
          onFocus={(event) => event.target.select()}
          className="min-w-0 grow"
        />
        <Button onClick={copyOrMark} aria-label={copyLabel}>
          {outcome === "copied" ? m.loadout_copied_button() : m.loadout_copy()}
        </Button>
      </div>
      <p role="status" className="text-0 text-ink-2 empty:hidden">
        {outcome && COPY_MESSAGES[outcome]}
      </p>
    </div>
  );
}
