/** Our icons on a field of 24 by 24: shapes with their fill, drawn one over the other. Every shape differs, not only its colour. */
export type Shape = [path: string, fill: string];

const MARK = 'M9.8 10.4c0-3.2 4.6-3 4.5 0c0 1.7-2.3 1.9-2.3 3.7M12 16.4v.4';
const LINE = 'none';
const CARD = 'M6.5 2h11a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z';

export const DECK_COLOURS: Record<string, string> = {
  MD: '#b5483c',
  PC: '#94670f',
  BP: '#557d46',
  AT: '#3d739c',
  starter: '#8a6a4a',
  action: '#6b5a49',
};

export const LETTERS: Record<string, string> = { MD: 'MD', PC: 'PC', BP: 'BP', AT: 'AT', starter: '★' };

const SHAPES: Record<string, Shape[]> = {
  soldier: [
    ['M11 1.4h2.2v4H11z', '#e9dcc0'],
    ['M4 15c0-6.5 3.4-10.5 8-10.5s8 4 8 10.5v1H4z', '#c4513f'],
    ['M2.6 16h18.8v3.8H2.6z', '#e9dcc0'],
  ],
  coin: [
    ['M12 2.6a9.4 9.4 0 1 0 .01 0z', '#e6b53d'],
    ['M12 5.8a6.2 6.2 0 1 0 .01 0z', '#f3d274'],
    ['M9.2 15.5V8.8l1.7 2.4h2.2l1.7-2.4v6.7', LINE],
  ],
  worker: [
    ['M10.3 9h3.4v13h-3.4z', '#c99a5e'],
    ['M4.5 3.5h11.5l4 3.2v3.8H4.5z', '#6f9cb8'],
  ],
  material: [
    ['M6.8 4.5h10.4v7.2H6.8z', '#cf8a58'],
    ['M1.8 12.8h9.7V20H1.8z', '#b9713f'],
    ['M12.5 12.8h9.7V20h-9.7z', '#cf8a58'],
  ],
  cube: [
    ['M12 1.8l9.2 5.1L12 12 2.8 6.9z', '#e4d6f5'],
    ['M2.8 6.9L12 12v10.3l-9.2-5.2z', '#a98dcb'],
    ['M21.2 6.9L12 12v10.3l9.2-5.2z', '#8263ac'],
  ],
  any: [
    ['M12 12V2.6A9.4 9.4 0 0 1 21.4 12z', '#e6b53d'],
    ['M12 12h9.4A9.4 9.4 0 0 1 12 21.4z', '#6f9cb8'],
    ['M12 12v9.4A9.4 9.4 0 0 1 2.6 12z', '#b9713f'],
    ['M12 12H2.6A9.4 9.4 0 0 1 12 2.6z', '#c4513f'],
    ['M12 5.2a6.8 6.8 0 1 0 .01 0z', '#fff6e2'],
    [MARK, LINE],
  ],
  might: [
    ['M12 .8l2.9 3.4V15H9.1V4.2z', '#dfe4e6'],
    ['M5.5 14.6h13v3h-13z', '#b03a2e'],
    ['M10.5 17.6h3V23h-3z', '#7a4a26'],
  ],
  wealth: [
    ['M6.8 3.5h10.4L22.5 10 12 21.5 1.5 10z', '#49a886'],
    ['M1.5 10h21M6.8 3.5L12 10l5.2-6.5M8.5 10L12 21l3.5-11', LINE],
  ],
  culture: [
    ['M3.5 3.5c5.5 2.2 11.5 2.2 17 0v8.3c0 5.4-3.8 8.6-8.5 10c-4.7-1.4-8.5-4.6-8.5-10z', '#e69a78'],
    ['M6.6 10c1-1.7 3-1.7 4 0M13.4 10c1-1.7 3-1.7 4 0M8 14.2c2 3.6 6 3.6 8 0', LINE],
  ],
  tech: [
    ['M12 1.6a7.4 7.4 0 0 0-4.2 13.5v2.7h8.4v-2.7A7.4 7.4 0 0 0 12 1.6z', '#ffe07a'],
    ['M8.3 18.2h7.4v3.6H8.3z', '#8b98a1'],
    ['M10.2 17v-5l1.8 1.5 1.8-1.5v5', LINE],
  ],
  track: [
    ['M12 1.5l8.8 9.5h-4.4v11H7.6V11H3.2z', '#d9c59c'],
    ['M9.9 12.2c0-3 4.3-2.8 4.2 0c0 1.6-2.1 1.8-2.1 3.4M12 18v.4', LINE],
  ],
  action: [[CARD, '#6b5a49'], ['M12 6.5l1.7 3.7 4 .4-3 2.7.9 4L12 15.2l-3.6 2.1.9-4-3-2.7 4-.4z', '#fff1cf']],
  different: [
    ['M3 4.5l9-2.2 4 15.7-9 2.2z', '#3d739c'],
    ['M10.5 6h10v15.5h-10z', '#b5483c'],
    ['M13.2 13.7h4.6', LINE],
  ],
  discard: [
    ['M2.5 9.5L12.5 5l6 12.5-10 4.5z', '#cbb592'],
    ['M7 4.5L18 3l2 14-11 1.6z', '#e9dcc0'],
    ['M10.5 8.5l6 5M16.5 7.7l-5 6.5', LINE],
  ],
  production: [
    ['M15.5 3h3.4v6h-3.4z', '#8b6a4a'],
    ['M1.8 12L12 3.6 22.2 12z', '#b5483c'],
    ['M4.2 12h15.6v9.5H4.2z', '#f0dfba'],
    ['M9.8 21.5V15h4.4v6.5z', '#8b6a4a'],
  ],
  member: [
    ['M7 23V11.5c-2.2-1-3-3-2.4-5.2l1.9-4.8 2.7 3h4.6l2.7-3 1.2 4.8c1.6 1.6 2.4 4.3 0 5.6c-1 .6-2 .6-2.7.6V23z', '#efe0c4'],
    ['M8.5 8.3v.6M13 8.3v.6M14.8 11.2c-.8.7-1.8.7-2.6 0', LINE],
  ],
  'wonder-tile': [
    ['M12 2.5l11 18.5H1z', '#e6b53d'],
    ['M12 2.5l3.5 18.5H1z', '#f6dd92'],
    ['M5 14.5h14M8.3 9h7.4', LINE],
  ],
  hero: [
    ['M2.5 7l5 4.5L12 3l4.5 8.5 5-4.5-2.2 13H4.7z', '#e6b53d'],
    ['M5.5 16.2h13', LINE],
  ],
  vp: [['M12 1.5l3.2 6.7 7.3.9-5.4 5.1 1.4 7.3L12 17.9l-6.5 3.6 1.4-7.3L1.5 9.1l7.3-.9z', '#e9b93a']],
  shield: [
    ['M12 1.5l9.3 3.2v7c0 5.6-4.1 8.7-9.3 10.8c-5.2-2.1-9.3-5.2-9.3-10.8v-7z', '#9fb4c4'],
    ['M12 1.5v21M2.7 10.5h18.6', LINE],
  ],
  bid: [
    ['M8.5 2.2h7l-2 4.2c4.7 1.4 7.6 5.6 7.6 9.8c0 4.3-3.7 5.8-9.1 5.8s-9.1-1.5-9.1-5.8c0-4.2 2.9-8.4 7.6-9.8z', '#c79c62'],
    ['M9.2 6.5h5.6', LINE],
  ],
  capacity: [
    ['M7.5 3.5a3.6 3.6 0 1 0 .01 0zM1.5 20.5c0-6 2.5-8.5 6-8.5s6 2.5 6 8.5z', '#efe0c4'],
    ['M16.5 3.5a3.6 3.6 0 1 0 .01 0zM10.5 20.5c0-6 2.5-8.5 6-8.5s6 2.5 6 8.5z', '#d9b98a'],
  ],
  ward: [
    ['M12 12.5v6.8a2.3 2.3 0 0 0 4.6 0', LINE],
    ['M1.8 13a10.2 10 0 0 1 20.4 0c-2-2.2-4.3-2.2-5.2 0c-1.5-2.2-3.7-2.2-5 0c-1.3-2.2-3.5-2.2-5 0c-.9-2.2-3.2-2.2-5.2 0z', '#7f9fc0'],
  ],
  tiebreak: [
    ['M12 2v19M6.5 21.5h11M3.5 6h17', LINE],
    ['M.8 13.5L4.5 6l3.7 7.5c-1.5 2.6-5.9 2.6-7.4 0zM15.8 13.5L19.5 6l3.7 7.5c-1.5 2.6-5.9 2.6-7.4 0z', '#e6b53d'],
  ],
  trot: [
    ['M5 3.5h5.5v7.8c-1.8 1.8-3.7 1.8-5.5 0z', '#b9713f'],
    ['M13.5 10.5H19v8.8c-1.8 1.8-3.7 1.8-5.5 0z', '#b9713f'],
    ['M7.8 9.5v2.8M16.2 17.5v2.8', LINE],
  ],
  discount: [
    ['M2.5 3h9.3l10 10.2-8.6 8.6L2.5 12z', '#b8d39a'],
    ['M6.8 6.2a1.1 1.1 0 1 0 .01 0zM9.8 14.2l4.6-4.6', LINE],
  ],
  token: [
    ['M12 2a10 10 0 1 0 .01 0z', '#d9a441'],
    ['M7 16.5l-1.5-8 3.7 3L12 6.5l2.8 5 3.7-3-1.5 8z', '#fff1cf'],
  ],
  assistant: [
    ['M8.5 7V4h7v3', LINE],
    ['M2.5 7h19v13h-19z', '#a97f4f'],
    ['M2.5 12.5h19M12 11v3.5', LINE],
  ],
  ability: [['M13.5 1.5L4.5 13.5h6l-1.5 9 10-13h-6.5z', '#f0c64b']],
  artifact: [
    ['M8 2.5h8l-1.3 4c4 1.6 5.3 4.7 5.3 7.5c0 4.6-3.4 7.5-8 7.5s-8-2.9-8-7.5c0-2.8 1.3-5.9 5.3-7.5z', '#c98652'],
    ['M5 11.5l2.3 2.5 2.4-2.5 2.3 2.5 2.3-2.5 2.4 2.5 2.3-2.5', LINE],
  ],
  check: [['M3.5 12.5l5.7 6L20.5 5.5', LINE]],
  up: [['M4.5 15.5L12 8l7.5 7.5', LINE]],
  down: [['M4.5 8.5L12 16l7.5-7.5', LINE]],
  cross: [['M5 5l14 14M19 5L5 19', LINE]],
  home: [['M2.5 12L12 3.5 21.5 12M5.5 10.5V21h13V10.5', LINE]],
  seal: [
    ['M12 2l2.6 2.2 3.4-.4.9 3.3 3 1.7-1.3 3.2 1.3 3.2-3 1.7-.9 3.3-3.4-.4L12 22l-2.6-2.2-3.4.4-.9-3.3-3-1.7L3.4 12 2.1 8.8l3-1.7L6 3.8l3.4.4z', '#b5483c'],
    ['M8.5 14.5V9.2l1.8 2.5h3.4l1.8-2.5v5.3', LINE],
  ],
  hourglass: [['M5 2.5h14M5 21.5h14M7 2.5c0 6 4 7 5 9.5c1-2.5 5-3.5 5-9.5M7 21.5c0-6 4-7 5-9.5c1 2.5 5 3.5 5 9.5', LINE]],
};

for (const deck of ['MD', 'PC', 'BP', 'AT', 'starter']) SHAPES[deck] = [[CARD, DECK_COLOURS[deck] ?? '#777']];
/** Kinds of market cards that look like something there is already. */
Object.assign(SHAPES, {
  resource: SHAPES['any'],
  'action-card': SHAPES['action'],
  prestige: SHAPES['track'],
  points: SHAPES['vp'],
  cards: SHAPES['action'],
  heroes: SHAPES['hero'],
  artifacts: SHAPES['artifact'],
  wonder: SHAPES['wonder-tile'],
});

const SPACES: Record<string, string> = {
  scavenge: 'discard',
  resources: 'any',
  production: 'production',
  'field-test': 'different',
  diplomacy: 'cube',
  leadership: 'action',
  event: 'hourglass',
  market: 'bid',
};

/** The icon of an action space, or of where else a member can be. */
export function placeGlyph(place: string): string {
  return SPACES[place] ?? place;
}

export function shapesOf(name: string): Shape[] {
  return SHAPES[name] ?? SHAPES['any'] ?? [];
}
