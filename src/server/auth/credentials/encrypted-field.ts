import type { SecretConfig } from "@better-auth/core";
import type { DBPrimitive } from "@better-auth/core/db";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";

/** A text that lies encrypted in the database; the library encrypts the other two tokens of a provider itself. */
export const encryptedField = (key: SecretConfig) => ({
  type: "string" as const,
  required: false,
  input: false,
  transform: {
    input: (data: DBPrimitive) => (typeof data === "string" ? symmetricEncrypt({ key, data }) : data),
    output: (data: DBPrimitive) => (typeof data === "string" ? symmetricDecrypt({ key, data }) : data),
  },
});
