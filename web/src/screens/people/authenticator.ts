/** Passkeys as the browser has them (WebAuthn): bytes there, base64url on the wire. */
import type { Json, NewPasskey, PasskeyAnswer } from '../../lib/wire';

/** Whether there can be passkeys here: on a page by HTTPS or of this very machine, under a name. */
export function hasPasskeys(): boolean {
  const number = /^[\d.]+$|:/.test(location.hostname.replace(/[[\]]/g, ''));
  return isSecureContext && !number && typeof PublicKeyCredential === 'function';
}

export function bytesOf(given: string): Uint8Array<ArrayBuffer> {
  const plain = atob(given.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

type Options = Record<string, Json>;
type Described = { id: string; type: 'public-key' };

const known = (list: Json | undefined) => ((list ?? []) as Described[]).map(({ id, type }) => ({ type, id: bytesOf(id) }));

/** Has a passkey made; null if the reader does not want it after all. */
export async function make(options: Options, name: string): Promise<NewPasskey | null> {
  const user = options.user as { id: string; name: string; displayName: string };
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge as string),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: known(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return { id: textOf(made.rawId), client_data: textOf(clientDataJSON), attestation: textOf(attestationObject), name };
}

/** Has somebody sign in; null if they do not want to after all. */
export async function use(options: Options): Promise<PasskeyAnswer | null> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge as string),
    allowCredentials: known(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = await asked(() => navigator.credentials.get({ publicKey }));
  if (!used) return null;
  const { clientDataJSON, authenticatorData, signature } = used.response as AuthenticatorAssertionResponse;
  return { id: textOf(used.rawId), client_data: textOf(clientDataJSON), authenticator: textOf(authenticatorData), signature: textOf(signature) };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException) return null; // stopped, too late, or there already: the browser has said so
    throw error;
  }
}
