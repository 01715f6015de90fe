/** Long German words say where they may be broken; not every browser knows it by itself. */
const VOWELS = 'aeiouyäöü';
const TOGETHER = '(?:sch|ch|ck|ph|th|[bcdfghjklmnpqrstvwxzß])';
const SYLLABLE = new RegExp(`([${VOWELS}]+[bcdfghjklmnpqrstvwxzß]*?)(?=${TOGETHER}[${VOWELS}])`, 'gi');
const LONG = /[\p{L}]{9,}/gu;

/** A syllable begins with the last consonant before a vowel; the first and the last have three letters at least. */
export function hyphenated(text: string): string {
  return text.replace(LONG, (word) => `${word.slice(0, 2)}${word.slice(2, -1).replace(SYLLABLE, '$1\u00ad')}${word.slice(-1)}`);
}
