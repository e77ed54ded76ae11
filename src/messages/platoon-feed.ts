// The entries of a platoon's feed in words.
import { GAME_TITLES } from "#domain/game.ts";
import type { FeedKind } from "#domain/platoon/platoon.ts";
import { m } from "#messages";
import { formatNumber } from "#messages/format-number.ts";

type Entry = {
  kind: FeedKind;
  /** Null once their account is deleted. */
  actor: string | null;
  body: Readonly<Record<string, string | number>>;
};

/** What happened, in a sentence. */
export function describeEntry({ kind, actor, body }: Entry): string {
  const name = actor ?? m.platoon_former_member();
  const text = (field: string) => String(body[field] ?? "");
  switch (kind) {
    case "joined":
      return m.platoon_feed_joined({ name });
    case "proposed":
      return m.platoon_feed_proposed({ name, loadout: text("name") });
    case "published":
      return m.platoon_feed_published({ name, loadout: text("name") });
    case "sheet":
      return m.platoon_feed_sheet({ name, title: text("title") });
    case "unlock": {
      const [unlocks, more] = [text("unlocks"), Number(body["more"])];
      return more > 0
        ? m.platoon_feed_unlocks_and_more({ name, unlocks, more })
        : m.platoon_feed_unlocks({ name, unlocks });
    }
    case "milestone": {
      const amount = formatNumber(Number(body["amount"]));
      const game = body["game"] === "bf4" ? GAME_TITLES.bf4 : GAME_TITLES.bf2042;
      return body["of"] === "hours"
        ? m.platoon_feed_hours({ name, amount, game })
        : m.platoon_feed_kills({ name, amount, game });
    }
  }
}
