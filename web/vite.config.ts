import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `alcove serve` listens. */
const SERVER = 'http://127.0.0.1:8642';

/** What every screen needs comes as one file: many small ones are a tenth larger when they are compressed. */
const EVERYWHERE = [
  /\/node_modules\/(svelte|clsx|esm-env)\//,
  /vite\/preload-helper/,
  /\/src\/lib\/(api|colour|pace|people|router\.svelte|seats|settings\.svelte|sound|storage|table-actions|watched)\.ts/,
  /\/src\/lib\/i18n\/(index|spoken\.svelte)\.ts/,
  /\/src\/components\/(Icon|SeatPlate|TopBar)\.svelte/,
];

export default defineConfig({
  plugins: [svelte()],
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
