/** A text as it travels in an address: compressed, and written in letters that need no escape. */

export async function pack(text: string): Promise<string> {
  const bytes = await passed(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function passed(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const LETTERS = /^[A-Za-z0-9_-]+$/;

/** What stands behind the # of an address, if it can be a packed text. */
export function packedIn(hash: string): string | null {
  const found = hash.replace(/^#/, '');
  return LETTERS.test(found) ? found : null;
}
