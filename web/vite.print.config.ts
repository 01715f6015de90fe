import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The drawings for paper are made by Node from the table's own components; their styles come with their markup. */
export default defineConfig({
  plugins: [svelte({ emitCss: false, compilerOptions: { css: 'injected' } })],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/print/main.ts',
    outDir: 'node_modules/.alcove-print',
    emptyOutDir: true,
    target: 'es2022',
    rollupOptions: { output: { entryFileNames: 'drawings.js' } },
  },
});
