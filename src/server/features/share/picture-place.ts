export const PICTURE_PATH = "/pictures/loadout.png";
export const PICTURE = { width: 1200, height: 630 } as const;
