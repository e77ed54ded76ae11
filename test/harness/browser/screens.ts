import { GAMES } from "#domain/game.ts";
import { CATALOGUES } from "#domain/game-data/catalogue-id.ts";

/** Every screen that any visitor may see, by name; the screenshots and the axe checks use them. */
export const SCREENS = {
  home: "/",
  "bf4-arsenal": "/bf4",
  "bf4-arsenal-cards": "/bf4?view=cards&class=dmr",
  "bf4-weapon": "/bf4?class=dmr&item=ak-12",
  "bf4-duel": "/bf4?duel=aek-971,m249,35,30,45",
  "bf4-nothing-found": "/bf4?q=railgun",
  "bf4-loadouts": "/bf4?tab=loadouts",
  "bf4-editor": "/bf4?tab=loadouts&edit=new",
  "bf4-squad": "/bf4?tab=loadouts&squad=EAgU8GYAwDIAIASNByTgGBBT.EBadTslIA8kE76JQDIAGRgNByTgXgZg.damaged",
  "bf4-progress": "/bf4?tab=progress",
  "bf4-shared": "/bf4?l=EBCdVUN9Vd2OgDIAERINByTgQA-9",
  "bf4-shared-damaged": "/bf4?l=damaged",
  "bf4-soldier": "/bf4?tab=soldier",
  "bf2042-arsenal": "/bf2042",
  "bf2042-weapon": "/bf2042?class=dmr&item=ak-24",
  "bf2042-duel": "/bf2042?duel=ak-24:6KU:High Power,m5a3",
  "bf2042-loadouts": "/bf2042?tab=loadouts",
  "bf2042-editor": "/bf2042?tab=loadouts&edit=new",
  "bf2042-soldier": "/bf2042?tab=soldier",
  "bf2042-progress": "/bf2042?tab=progress",
  "sign-in": "/login",
  "sign-up": "/login?mode=sign-up",
  "sign-in-code": "/login?mode=otp",
  forgot: "/login?mode=forgot",
  invitation: "/invite?id=not-a-real-one",
  "reset-password": "/reset-password?token=not-a-real-one",
  "reset-password-expired": "/reset-password?error=INVALID_TOKEN",
  verified: "/verify-email",
  "verify-expired": "/verify-email?error=token_expired",
  "sign-in-returned": "/login?error=no_code",
  disown: "/verify-email?disown=not-a-real-one",
  account: "/account",
  platoons: "/platoons",
  "not-found": "/nowhere",
} as const;

/** Sections everybody sees, beside those that axe reads too. */
export const SECTIONS = {
  ...Object.fromEntries(
    GAMES.flatMap((game) => CATALOGUES[game].map((catalogue) => [`${game}-${catalogue}`, `/${game}?cat=${catalogue}`])),
  ),
  "bf4-attachment": "/bf4?cat=attachments&item=acog-4x",
  "bf4-query": "/bf4?q=rpm:>700+has:suppressor&class=carbine&sort=ttk",
  "bf4-compare": "/bf4?cmp=ak-12,aek-971,ace-23,famas&compare=1",
  "bf2042-compare": "/bf2042?cmp=ak-24,m5a3,sfar-m-gl,ac-42&compare=1",
  "bf4-vehicle": "/bf4?tab=loadouts&edit=new&vehicle=vehiclembt",
};
