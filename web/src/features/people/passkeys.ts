/** Passkeys in the browser: have its device make one, or sign with one. The bytes that it deals in travel as base64url. */

import { Refusal } from "../../client/http";
import type { PasskeyAnswer } from "../../contract";
import { t } from "../../ui/texts/page";
import { addPasskey, askPasskey, beginPasskey } from "./requests";

const MINUTES = 5 * 60_000; // as long as the server waits

export const canUsePasskeys = () => typeof PublicKeyCredential === "function";

/** Make one, for an account whose password is this. */
export async function makePasskey(password: string, label: string): Promise<void> {
  const offer = await beginPasskey(password);
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(offer.challenge),
        rp: { id: offer.place, name: offer.place },
        user: { id: bytes(offer.user), name: offer.name, displayName: offer.name },
        pubKeyCredParams: offer.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: offer.known.map((id) => ({ type: "public-key", id: bytes(id) })),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
        timeout: MINUTES,
      },
    }),
  );
  const { response } = made;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw dismissed();
  await addPasskey({
    label,
    id: made.id,
    client_data: base64(response.clientDataJSON),
    attestation: base64(response.attestationObject),
  });
}

/** Sign with one: alone, or as the second thing beside a password. */
export async function signWithPasskey(second: boolean): Promise<PasskeyAnswer> {
  const wanted = await askPasskey(second);
  const signed = await ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytes(wanted.challenge),
        rpId: wanted.place,
        userVerification: wanted.verify ? "required" : "preferred",
        timeout: MINUTES,
      },
    }),
  );
  const { response } = signed;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw dismissed();
  return {
    id: signed.id,
    client_data: base64(response.clientDataJSON),
    authenticator_data: base64(response.authenticatorData),
    signature: base64(response.signature),
  };
}

const dismissed = () => new Refusal("passkeys.dismissed", t("passkeys.dismissed"));

/** Browsers tell nobody why there is no passkey: the player may have closed the window, or has none here. */
async function ask(device: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let found: Credential | null = null;
  try {
    found = await device();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  if (!(found instanceof PublicKeyCredential)) throw dismissed();
  return found;
}

function base64(buffer: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
