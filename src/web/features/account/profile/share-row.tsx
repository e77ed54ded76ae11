import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { GAME_TITLES } from "#domain/game.ts";
import { gamePath } from "#web/app/shell/page/game-search.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button, buttonLook } from "#web/components/ui/button.tsx";
import { logError } from "#web/data/log.ts";
import { getDay } from "#web/features/account/day.ts";
import type { ListedShare } from "./shares-card.tsx";

type ShareRowProps = {
  share: ListedShare;
  /** What went wrong with the last action on it. */
  trouble: string | undefined;
  onTakeBack: () => void;
  onShareAgain: () => void;
};

/** One short link: what it makes public, whether it still does, and what one may do about it. */
export function ShareRow({ share, trouble, onTakeBack, onShareAgain }: ShareRowProps) {
  const { id, name, loadout, note, author, createdAt, revokedAt, withdrawnAt } = share;
  const isPublic = !revokedAt && !withdrawnAt;
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-3 text-1 break-words">
            {name}
            {withdrawnAt && <Badge>Taken down by the site</Badge>}
            {!withdrawnAt && revokedAt && <Badge>Taken back</Badge>}
          </h3>
          <p className="text-0 text-ink-2">
            {`${GAME_TITLES[loadout.game]} · ${getDay(createdAt)} · public: ${publicParts(note, author)}`}
          </p>
        </div>
        {isPublic && (
          <div className="flex flex-wrap gap-2">
            <Link
              to={gamePath[loadout.game]}
              search={{ s: id }}
              className={buttonLook("secondary", "small")}
              aria-label={`Open ${name}`}
            >
              Open
            </Link>
            <CopyLink address={`${location.origin}${gamePath[loadout.game]}?s=${id}`} name={name} />
            <Button size="small" onClick={onTakeBack} aria-label={`Take back ${name}`}>
              Take back
            </Button>
          </div>
        )}
        {revokedAt && !withdrawnAt && (
          <Button size="small" onClick={onShareAgain} aria-label={`Share ${name} again`}>
            Share again
          </Button>
        )}
      </div>
      {trouble && (
        <p role="alert" className="text-0 text-danger">
          {trouble}
        </p>
      )}
    </li>
  );
}

function publicParts(note: string | null, author: string | null): string {
  return ["the loadout", note !== null && "its note", author !== null && `your name (${author})`]
    .filter(Boolean)
    .join(", ");
}

function CopyLink({ address, name }: { address: string; name: string }) {
  const [said, setSaid] = useState("Copy link");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setSaid("Copied");
    } catch (error) {
      logError("Copy", error);
      setSaid("Not copied");
    }
  };
  return (
    <Button size="small" onClick={copy} aria-label={`${said}: ${name}`}>
      {said}
    </Button>
  );
}
