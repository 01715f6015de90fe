/**
 * The open tables, live while somebody looks. Where no socket is to be had, the list is asked for now and then: whoever
 * looks sees the same, a little later.
 */
import { api } from '../lib/api';
import { catalogue } from '../lib/catalogue.svelte';
import { settings } from '../lib/settings.svelte';
import type { LobbyMessage, OpenTable } from '../lib/wire';

const FIRST_WAIT = 1_000;
const MAX_WAIT = 20_000;
const BEAT = 20_000;

export class OpenTables {
  tables = $state.raw<OpenTable[] | null>(null);
  /** How often somebody has invited the reader while they looked. */
  invited = $state(0);

  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = true;

  start(): void {
    document.addEventListener('visibilitychange', this.#look);
    this.#beat = setInterval(() => this.#checkPulse(), BEAT);
    this.#look();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#look);
    clearInterval(this.#beat);
    this.#drop();
  }

  /** Nobody looks at a hidden page. */
  #look = (): void => {
    if (document.visibilityState !== 'visible') this.#drop();
    else if (!this.#socket) this.#connect();
  };

  #drop(): void {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect(): void {
    const secure = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${secure}://${location.host}/api/open-tables/live?lang=${settings.language}`);
    this.#socket = socket;
    this.#heard = true;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#heard = true;
      const message = JSON.parse(event.data) as LobbyMessage;
      if (message.t === 'invited') this.invited += 1;
      if (message.t === 'error' && message.code === 'not-invited') void catalogue.load();
      if (message.t !== 'open-tables') return;
      this.#wait = FIRST_WAIT;
      this.tables = message.tables;
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      void this.#ask();
      // The jitter keeps a house full of browsers from knocking at the same moment after a restart.
      this.#retry = setTimeout(this.#look, this.#wait * (0.7 + 0.6 * Math.random()));
      this.#wait = Math.min(MAX_WAIT, this.#wait * 2);
    };
  }

  async #ask(): Promise<void> {
    try {
      this.tables = await api.openTables();
    } catch {
      // the lobby itself says that the server is away
    }
  }

  #checkPulse(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (!this.#heard) return this.#socket.close();
    this.#heard = false;
    this.#socket.send(JSON.stringify({ t: 'ping' }));
  }
}
