import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { dropUnused, precompress, retireOldChunks, TARGET } from './vite.plugins.ts'

/** One chunk that changes with the packages alone. */
const CORE =
  /node_modules.(react|react-dom|scheduler|react-router|@tanstack|react-hook-form|lucide-react.dist.esm.(?!icons))|vite.preload-helper/

/** What most screens draw with. */
const FRAME = /console.frame.|src.(ui|api|korean).(?!qr-code)|lucide-react.dist.esm.icons/

/**
 * The operators' console: a build of its own, so that nothing in it touches the shop's files. Its root is its folder, and the
 * server hands out its document under `/console/`.
 */
export default defineConfig({
  root: 'console',
  base: '/console/',
  publicDir: false,
  plugins: [react(), dropUnused(), tailwindcss(), precompress(), retireOldChunks()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: CORE, priority: 2 },
            { name: 'frame', test: FRAME, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
    // The content security policy allows no `data:` fonts or images.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    target: TARGET,
  },
})
