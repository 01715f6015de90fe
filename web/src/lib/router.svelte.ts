/** Which screen the address names. */

export type Route =
  | { screen: 'lobby' }
  | { screen: 'new'; game: string }
  | { screen: 'learn'; game: string }
  | { screen: 'rules'; game: string }
  | { screen: 'print'; game: string }
  | { screen: 'table'; id: string }
  | { screen: 'seat'; secret: string }
  | { screen: 'enter'; secret: string }
  | { screen: 'analysis'; id: string }
  | { screen: 'puzzles'; game: string; id: string | null }
  | { screen: 'me' }
  | { screen: 'devices' }
  | { screen: 'along' }
  | { screen: 'next' }
  | { screen: 'notifications' }
  | { screen: 'owner' }
  | { screen: 'lab' }
  | { screen: 'replay' }
  | { screen: 'lost' };

export function routeOf(path: string): Route {
  const [first, second, ...rest] = path.split('/').filter(Boolean);
  if (first === undefined) return { screen: 'lobby' };
  if (first === 'owner' && second === undefined) return { screen: 'owner' };
  if (first === 'lab' && second === undefined) return { screen: 'lab' };
  if (first === 'replay' && second === undefined) return { screen: 'replay' };
  if (first === 'me' && second === undefined) return { screen: 'me' };
  if (first === 'me' && second === 'devices' && rest.length === 0) return { screen: 'devices' };
  if (first === 'along' && second === undefined) return { screen: 'along' };
  if (first === 'next' && second === undefined) return { screen: 'next' };
  if (first === 'notifications' && second === undefined) return { screen: 'notifications' };
  if (first === 'puzzles' && second !== undefined && rest.length < 2) {
    return { screen: 'puzzles', game: decoded(second), id: rest[0] === undefined ? null : decoded(rest[0]) };
  }
  if (second !== undefined && rest.length === 0) {
    if (first === 'new') return { screen: 'new', game: decoded(second) };
    if (first === 'learn') return { screen: 'learn', game: decoded(second) };
    if (first === 'rules') return { screen: 'rules', game: decoded(second) };
    if (first === 'print') return { screen: 'print', game: decoded(second) };
    if (first === 'enter') return { screen: 'enter', secret: decoded(second) };
    if (first === 'seat') return { screen: 'seat', secret: decoded(second) };
    if (first === 'analysis') return { screen: 'analysis', id: decoded(second) };
    if (first === 'table') return { screen: 'table', id: decoded(second) };
  }
  return { screen: 'lost' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % in a hand-made address
  }
}

class Router {
  route = $state.raw<Route>({ screen: 'lobby' });
  /** Whether the server has a newer client by now: then the next screen is loaded as a whole. */
  stale = false;

  start(): void {
    this.#read();
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => this.#followLink(event));
  }

  go(path: string): void {
    if (this.stale) {
      location.assign(path);
      return;
    }
    history.pushState(null, '', path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Go on without a way back: the old address is forgotten. */
  replace(path: string): void {
    history.replaceState(null, '', path);
    this.#read();
  }

  #read(): void {
    this.route = routeOf(location.pathname);
  }

  #followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (routeOf(link.pathname).screen === 'lost') return;
    if (link.hash && link.pathname === location.pathname) return; // a place on this page, which the browser finds itself
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const router = new Router();
