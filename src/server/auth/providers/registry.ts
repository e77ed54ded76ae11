import type { SocialProviders } from "better-auth";

export type ProviderId = keyof SocialProviders;

type Provider = {
  id: ProviderId;
  /** On its button. */
  name: string;
  /**
   * Whether the provider's claim that an address is verified can be trusted. For all others no address counts as
   * verified.
   */
  verifiesEmail: boolean;
};

/** Every provider the account library knows, in the order of the sign-in page. */
export const PROVIDERS: readonly Provider[] = [
  { id: "google", name: "Google", verifiesEmail: true },
  { id: "apple", name: "Apple", verifiesEmail: true },
  { id: "microsoft", name: "Microsoft", verifiesEmail: true },
  { id: "discord", name: "Discord", verifiesEmail: true },
  { id: "twitch", name: "Twitch", verifiesEmail: true },
  { id: "github", name: "GitHub", verifiesEmail: true },
  { id: "facebook", name: "Facebook", verifiesEmail: false },
  { id: "twitter", name: "X", verifiesEmail: true },
  { id: "reddit", name: "Reddit", verifiesEmail: false },
  { id: "spotify", name: "Spotify", verifiesEmail: false },
  { id: "roblox", name: "Roblox", verifiesEmail: false },
  { id: "kick", name: "Kick", verifiesEmail: false },
  { id: "tiktok", name: "TikTok", verifiesEmail: false },
  { id: "line", name: "LINE", verifiesEmail: false },
  { id: "kakao", name: "Kakao", verifiesEmail: true },
  { id: "naver", name: "Naver", verifiesEmail: false },
  { id: "vk", name: "VK", verifiesEmail: false },
  { id: "wechat", name: "WeChat", verifiesEmail: false },
  { id: "paypal", name: "PayPal", verifiesEmail: true },
  { id: "paybin", name: "Paybin", verifiesEmail: true },
  { id: "linkedin", name: "LinkedIn", verifiesEmail: true },
  { id: "slack", name: "Slack", verifiesEmail: true },
  { id: "dropbox", name: "Dropbox", verifiesEmail: true },
  { id: "zoom", name: "Zoom", verifiesEmail: true },
  { id: "notion", name: "Notion", verifiesEmail: false },
  { id: "figma", name: "Figma", verifiesEmail: false },
  { id: "linear", name: "Linear", verifiesEmail: false },
  { id: "atlassian", name: "Atlassian", verifiesEmail: false },
  { id: "salesforce", name: "Salesforce", verifiesEmail: true },
  { id: "gitlab", name: "GitLab", verifiesEmail: false },
  { id: "huggingface", name: "Hugging Face", verifiesEmail: true },
  { id: "vercel", name: "Vercel", verifiesEmail: true },
  { id: "railway", name: "Railway", verifiesEmail: false },
  { id: "cloudflare", name: "Cloudflare", verifiesEmail: false },
  { id: "polar", name: "Polar", verifiesEmail: true },
  { id: "cognito", name: "Amazon Cognito", verifiesEmail: true },
];
