import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `alcove serve` listens. */
const SERVER = 'http://127.0.0.1:8642';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/alcove/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: fonts or inline assets, and all supported browsers preload modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, ws: true },
    },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
