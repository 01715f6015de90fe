import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin, Rollup } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `alcove serve` listens. */
const SERVER = 'http://127.0.0.1:8642';

/**
 * What comes as one file each, with its styles as another. A file takes a browser some milliseconds however small it is, and
 * on a slow network a wait; and many small ones are a tenth larger when they are compressed.
 *
 * A group takes along all that its parts import, unless a group above has it. So it imports nothing but groups above it, and
 * no two files need each other in a circle. What several screens share stands in a group of its own, or whoever opens one of
 * them would load the others.
 */
const TOGETHER: Record<string, RegExp[]> = {
  /** What every screen needs, and what is so small, or wanted so often, that no file of its own is worth it. */
  base: [
    /\/src\/main\.ts$/,
    /\/node_modules\/(svelte|clsx|esm-env)\//,
    /vite\/preload-helper/,
    /\/src\/lib\/(api|catalogue\.svelte|clock\.svelte|colour|knock|lesson-progress|lesson-views|pace|people|reach\.svelte|replay\.svelte|router\.svelte|seats|settings\.svelte|signal|sound|storage|story|table-actions|watched|worker)\.ts$/,
    /\/src\/lib\/i18n\/(index|spoken\.svelte)\.ts$/,
    /\/src\/components\/(Explainer|Icon|LessonOffer|Loading|SeatPlate|TopBar)\.svelte$/,
    /\/src\/games\/registry\.ts$/,
    /\/src\/screens\/NotFound\.svelte$/,
  ],
  /** What the lobby says, and other screens and dialogs say as well. */
  words: [/\/src\/lib\/(lobby-words|options|time-words|when)\.ts$/, /\/src\/open\/words\.ts$/],
  rulebook: [/\/src\/components\/Rulebook\.svelte$/],
  lobby: [/\/src\/screens\/Lobby\.svelte$/, /\/src\/open\/(Invitations|OpenTables)\.svelte$/, /\/src\/games\/[^/]+\/Art\.svelte$/],
  table: [/\/src\/screens\/Table\.svelte$/, /\/src\/components\/MoveList\.svelte$/],
};

/** The group that a module belongs to, if it belongs to one. */
function grouped(): (id: string, graph: Rollup.ManualChunkMeta) => string | undefined {
  const groups = new Map<string, string>();
  return (asked, { getModuleIds, getModuleInfo }) => {
    const take = (id: string, group: string): void => {
      if (groups.has(id)) return;
      groups.set(id, group);
      getModuleInfo(id)?.importedIds.forEach((imported) => take(imported, group));
    };
    if (!groups.size) {
      const ids = [...getModuleIds()];
      for (const [group, parts] of Object.entries(TOGETHER)) for (const id of ids) if (parts.some((part) => part.test(id))) take(id, group);
    }
    return groups.get(asked);
  };
}

/**
 * The lobby shows the pictures of all games, and pictures show pieces that their tables have, too. These are built twice: the
 * lobby's one file has all pictures whole, a table's one file has its pieces, and neither loads the other. They only draw.
 */
function copyForArt(): Plugin {
  const picture = /\/src\/games\/[^/]+\/(Art\.svelte$|.+[?&]art\b)/;
  const folder = (id: string) => /^.*\/src\/games\/[^/]+\//.exec(id)?.[0];
  return {
    name: 'alcove-art',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!importer || !picture.test(importer)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (!found || folder(found.id) !== folder(importer)) return found;
      // Styles are known by the end of their name.
      return { ...found, id: found.id.includes('?') ? found.id.replace('?', '?art&') : `${found.id}?art` };
    },
    transform(code, id) {
      // Otherwise styles are left out unless the table has the piece, too.
      return picture.test(id) && id.includes('type=style') ? { code, map: null, meta: { vite: {} } } : null;
    },
  };
}

/** What the service worker keeps from the beginning: the first screen in both languages. */
const SHELL = /\/src\/(main\.ts|App\.svelte|screens\/(Lobby|NotFound)\.svelte|components\/OutOfReach\.svelte|lib\/i18n\/(en|de)\.ts)$/;

/** Tells the service worker the name of the build, which changes with every file, and the files of the shell. */
function nameShell(): Plugin {
  return {
    name: 'alcove-shell',
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const needed = new Set<string>();
      const need = (name: string): void => {
        const chunk = bundle[name];
        if (needed.has(name) || chunk?.type !== 'chunk') return;
        needed.add(name);
        chunk.imports.forEach(need);
        chunk.viteMetadata?.importedCss.forEach((style) => needed.add(style));
      };
      for (const chunk of chunks) if (chunk.name !== 'sw' && chunk.moduleIds.some((id) => SHELL.test(id))) need(chunk.fileName);
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('there is no service worker');
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode([...names.sort(), worker.code].join('\n')));
      const build = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const shell = [...needed].sort().map((name) => `/${name}`);
      worker.code = worker.code.replaceAll('__BUILD__', `'${build}'`).replaceAll('__SHELL__', JSON.stringify(shell));
    },
  };
}

export default defineConfig({
  plugins: [copyForArt(), svelte(), nameShell()],
  build: {
    outDir: '../src/alcove/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: fonts or inline assets, and all supported browsers preload modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      output: {
        // The service worker keeps its name: browsers compare it with the one they have.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        manualChunks: grouped(),
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
