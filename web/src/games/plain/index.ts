import type { GameTable } from '../registry';
import Table from './Table.svelte';

const plain: GameTable = { table: Table };

export default plain;
