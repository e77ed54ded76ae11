// How often one client may call; counted in the database, where it survives a restart.
const MINUTE_S = 60;

const limit = (perMinute: number) => ({ window: MINUTE_S, max: perMinute });

export const clientLimits = {
  enabled: true,
  storage: "database" as const,
  ...limit(300),
  customRules: {
    "/sign-in/*": limit(20),
    "/sign-up/*": limit(20),
    "/change-password": limit(10),
    "/reset-password": limit(10),
    "/change-email": limit(5),
    "/delete-user": limit(10),
    "/request-password-reset": limit(5),
    "/forget-password": limit(5),
    "/send-verification-email": limit(5),
    "/email-otp/send-verification-otp": limit(5),
    "/passkey/*": limit(60),
    "/organization/invite-member": limit(20),
    "/get-session": false as const,
    // A limit is kept under the path, and this one ends in a secret.
    "/reset-password/*": false as const,
  },
};
