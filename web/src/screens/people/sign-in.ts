import { settings } from '../../lib/settings.svelte';
import { use } from './authenticator';
import { people } from './calls';

/** Lets this device be the person's who has a passkey, and says their name; null if none was used. */
export async function signIn(): Promise<string | null> {
  const answer = await use((await people.askWho()).options);
  if (!answer) return null;
  const { name } = await people.signIn(answer);
  if (name !== '?') settings.name = name;
  return name;
}
