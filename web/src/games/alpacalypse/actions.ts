/** Where on the table a choice can be taken. What a choice is, the server says with it. */
import type { Choice, Json } from '../../lib/wire';
import { TRACKS, type Parts } from './table';
import type { Tracks } from './view.gen';

export function partsOf({ parts }: { parts?: Json }): Parts | null {
  return (parts ?? null) as unknown as Parts | null;
}

/** As `space:MD` or `hand:torpedos`; the same place can have several choices. */
export function placesOf(parts: Parts | null): string[] {
  switch (parts?.kind) {
    case 'member':
      return [`space:${parts.space}`, `member:${parts.member}`];
    case 'trot':
      return [`member:${parts.member}`];
    case 'assistant':
      return [`space:${parts.space}`];
    case 'take':
      return [`stall:${parts.item}`];
    case 'token':
      return ['token'];
    case 'play':
      return [`kept:${parts.item}`];
    case 'complete':
      return [`hand:${parts.card}`];
    case 'acquire':
    case 'draw':
      return [`deck:${parts.deck}`];
    case 'track':
      return [`track:${parts.track}`];
    case 'build':
      return [`building:${parts.building}`];
    case 'gain':
    case 'pay':
      return [`good:${parts.good}`];
    case 'cube-for':
      return ['good:cube'];
    case 'send':
      return ['day'];
    default:
      return [];
  }
}

/** What an action of anybody leaves behind in sight of all: a space, a stall, a deck, a card or a house of that seat. */
export function tracesOf(parts: Parts | null, seat: number): string[] {
  if (parts?.kind === 'complete') return [`card:${parts.card}`];
  if (parts?.kind === 'build') return [`house:${seat}:${parts.building}`];
  return placesOf(parts).filter((place) => /^(space|stall|deck|track):|^(token|day)$/.test(place));
}

export function movedPawns(before: Tracks, after: Tracks): Set<string> {
  return new Set(TRACKS.flatMap((track) => after[track].flatMap((at, seat) => (at === before[track][seat] ? [] : [`${track}:${seat}`]))));
}

/** The legal choices by place: what glows there, and what a click on it means. */
export function choicesByPlace(legal: Choice[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const choice of legal) {
    for (const place of placesOf(partsOf(choice))) places.set(place, [...(places.get(place) ?? []), choice.text]);
  }
  return places;
}
