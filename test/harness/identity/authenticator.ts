// A device that makes passkeys and signs in by them, in memory; each part of an answer can be made wrong.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";

/** The values of a response that differ from those of an honest authenticator. */
export type Lie = Partial<{
  type: string;
  challenge: string;
  origin: string;
  rpId: string;
  /** False: no person was seen to hold the device. */
  verified: boolean;
  present: boolean;
  counter: number;
  /** Signed by another key. */
  forged: boolean;
  credentialId: string;
}>;

type Options = { challenge: string };
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** One device with one passkey for the site at `origin`. */
export function createAuthenticator(origin: string) {
  const credentialId = randomBytes(32).toString("base64url");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const foreign = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  let used = 0;

  const clientData = (type: string, { challenge }: Options, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(lie: Lie, attested?: Buffer): Buffer {
    used += 1;
    const flags =
      (lie.present === false ? 0 : FLAGS.present) |
      (lie.verified === false ? 0 : FLAGS.verified) |
      (attested ? FLAGS.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? used);
    const site = sha256(lie.rpId ?? new URL(origin).hostname);
    return Buffer.concat([site, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  }

  function attestedKey(): Buffer {
    const id = Buffer.from(credentialId, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, getCodedKey(publicKey)]);
  }

  const answer = (lie: Lie, response: Record<string, unknown>) => {
    const id = lie.credentialId ?? credentialId;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  };

  return {
    credentialId,
    /** As the site keeps it. */
    publicKey: Buffer.from(getCodedKey(publicKey)).toString("base64"),
    /** The answer to the options of a registration. */
    register(options: Options, lie: Lie = {}) {
      const attestation = new Map<string | number, CBORType>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authenticatorData(lie, attestedKey())],
      ]);
      return answer(lie, {
        clientDataJSON: clientData("webauthn.create", options, lie).toString("base64url"),
        attestationObject: Buffer.from(encodeCBOR(attestation)).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** The answer to the options of a sign-in. */
    authenticate(options: Options, lie: Lie = {}) {
      const client = clientData("webauthn.get", options, lie);
      const data = authenticatorData(lie);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), lie.forged ? foreign : privateKey);
      return answer(lie, {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

/** The key as the site keeps it. */
function getCodedKey(publicKey: KeyObject): Uint8Array {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const key = new Map<string | number, CBORType>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  return encodeCBOR(key);
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
