/** What parts of a game's own table may ask of the screen around it. */
import { getContext, setContext } from 'svelte';

export interface TableActions {
  /** Whether the reader has no seat yet and could take an open one. */
  readonly mayTakeSeat: boolean;
  /** Whether several people play on this device. */
  readonly sharedDevice: boolean;
  /** Whether people come and go at the seats, which are only names elsewhere. */
  readonly peopled: boolean;
  takeSeat: (seat: number) => void;
  /** Opens the rulebook at a clause. */
  showRule: (clause: string) => void;
}

const KEY = Symbol('table-actions');

export function provideTableActions(actions: TableActions): void {
  setContext(KEY, actions);
}

export function tableActions(): TableActions | undefined {
  return getContext<TableActions | undefined>(KEY);
}
