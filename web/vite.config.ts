import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Where `alcove serve` listens. */
const SERVER = 'http://127.0.0.1:8642';

/** What every screen needs comes as one file: many small ones are a tenth larger when they are compressed. */
const EVERYWHERE = [
  /\/node_modules\/(svelte|clsx|esm-env)\//,
  /vite\/preload-helper/,
  /\/src\/lib\/(api|catalogue\.svelte|clock\.svelte|colour|knock|lesson-progress|pace|people|reach\.svelte|router\.svelte|seats|settings\.svelte|signal|sound|storage|table-actions|watched|worker)\.ts/,
  /\/src\/lib\/i18n\/(index|spoken\.svelte)\.ts/,
  /\/src\/components\/(Icon|SeatPlate|TopBar)\.svelte/,
];

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
  plugins: [svelte(), nameShell()],
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
        manualChunks: (id) => (EVERYWHERE.some((part) => part.test(id)) ? 'base' : undefined),
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
