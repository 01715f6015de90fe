import type { GameTable } from '../registry';
import Table from './Table.svelte';
import { word } from './table-words';

const plain: GameTable = { table: Table, keys: () => [[['1', '2', 'a'], word('plain.keys')]] };

export default plain;
