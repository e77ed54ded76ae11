// A passkey authenticator in memory. Tests can falsify each part of its responses.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type CBORType, encodeCBOR } from "@levischuck/tiny-cbor";

/** The values of a response that replace the correct ones. */
export type ResponseOverrides = Partial<{
  type: string;
  challenge: string;
  origin: string;
  rpId: string;
  /** False when the device did not verify its user. */
  verified: boolean;
  present: boolean;
  counter: number;
  /** Whether another key signs the response. */
  forged: boolean;
  credentialId: string;
}>;

type Options = { challenge: string };
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** Creates a device with one passkey for the site at `origin`. */
export function createAuthenticator(origin: string) {
  const credentialId = randomBytes(32).toString("base64url");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  let signatureCount = 0;

  const createClientData = (type: string, { challenge }: Options, lie: ResponseOverrides): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function createAuthenticatorData(lie: ResponseOverrides, attested?: Buffer): Buffer {
    signatureCount += 1;
    const flags =
      (lie.present === false ? 0 : FLAGS.present) |
      (lie.verified === false ? 0 : FLAGS.verified) |
      (attested ? FLAGS.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? signatureCount);
    const site = sha256(lie.rpId ?? new URL(origin).hostname);
    return Buffer.concat([site, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  }

  function createAttestedKey(): Buffer {
    const id = Buffer.from(credentialId, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, getCodedKey(publicKey)]);
  }

  const createResponse = (lie: ResponseOverrides, response: Record<string, unknown>) => {
    const id = lie.credentialId ?? credentialId;
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  };

  return {
    credentialId,
    /** The public key in the form in which the site stores it. */
    publicKey: Buffer.from(getCodedKey(publicKey)).toString("base64"),
    /** Responds to the options of a registration. */
    register(options: Options, lie: ResponseOverrides = {}) {
      const attestation = new Map<string | number, CBORType>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", createAuthenticatorData(lie, createAttestedKey())],
      ]);
      return createResponse(lie, {
        clientDataJSON: createClientData("webauthn.create", options, lie).toString("base64url"),
        attestationObject: Buffer.from(encodeCBOR(attestation)).toString("base64url"),
        transports: ["internal"],
      });
    },
    /** Responds to the options of a sign-in. */
    authenticate(options: Options, lie: ResponseOverrides = {}) {
      const client = createClientData("webauthn.get", options, lie);
      const data = createAuthenticatorData(lie);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), lie.forged ? otherKey : privateKey);
      return createResponse(lie, {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}

/** Returns the public key in COSE format. */
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
