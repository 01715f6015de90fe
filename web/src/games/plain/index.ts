import type { GameTable } from '../registry';
import { t } from '../../lib/i18n';
import Table from './Table.svelte';

const plain: GameTable = { table: Table, keys: () => [[['1', '2', 'a'], t('plain.keys')]] };

export default plain;
