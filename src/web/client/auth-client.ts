// The account system's own client, brought by account screens only.
import { createAuthClient } from "better-auth/client";

export const authClient = createAuthClient({ basePath: "/api/auth" });
