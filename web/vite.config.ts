import { copyFile, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { dropUnused, precompress, retireOldChunks, TARGET } from './vite.plugins.ts'

/**
 * Writes the script that keeps early presses into the document, in place of its mark. Whatever had to be loaded would come
 * too late. The server allows it by its hash.
 */
function earlyScript(): Plugin {
  return {
    name: 'ieum:early-script',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    async transformIndexHtml(html) {
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          target: TARGET,
          modulePreload: false,
          rolldownOptions: { input: 'src/shell/early-presses.ts', output: { format: 'iife' } },
        },
      })
      const [script] = 'output' in built ? built.output : []
      if (script?.type !== 'chunk') throw new Error('the early script was not built')
      return html.replace('<!--ieum:early-->', () => `<script>${script.code.trim()}</script>`)
    },
  }
}

/** Copies the fonts for the server's share images; browsers get a subset of the same typeface from `fonts.css`. */
function fontsForPictures(): Plugin {
  return {
    name: 'ieum:fonts-for-pictures',
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    async writeBundle({ dir = '' }) {
      const statics = join(
        createRequire(import.meta.url).resolve('pretendard/package.json'),
        '../dist/public/static',
      )
      await mkdir(join(dir, 'fonts'), { recursive: true })
      for (const weight of ['Medium', 'Bold'])
        await copyFile(join(statics, `Pretendard-${weight}.otf`), join(dir, 'fonts', `${weight}.otf`))
    },
  }
}

/**
 * The modules of the chunk that every page loads. Left to itself, the bundler makes a small chunk for every set of pages that
 * share something, which costs requests and compresses worse. Names are whole: `link` without its dot also took `link-page`, and
 * with it all that this imports.
 */
const EVERY_PAGE_NEEDS = new RegExp(
  [
    // Without mutations, which only pages with forms need.
    'node_modules/(react|react-dom|scheduler|react-router|@tanstack)/(?!.*/(useMutation|mutationObserver)\\.js)',
    'vite/preload-helper',
    'generated/words/site\\.',
    'src/(routes|routing|api/|pages/|site/menu|[a-z]+/(pages|paths)\\.ts|catalog/price-table|content/systems|korean/(money|digits|phone)|members/member|site/(queries|troubles)|ui/(button|hydrated|icon|ip-plate|link|classes|leads-nowhere|section|plain-click|price|prose|query|store)\\.)',
  ].join('|'),
)

/**
 * What several pages share is one chunk, too: an app that needs a dozen small files for its next page is slower than the page's
 * document. Not what the entry itself imports, which would then have to wait for it.
 */
const MANY_PAGES_NEED =
  /src\/(?!shell\/|site\/(index|menu)|home\/|members\/|[a-z-]+\.tsx?$)[a-z]+\/|generated\/words\/|lucide-react.*icons|(useMutation|mutationObserver)\.js$/

/** Pages with forms share these; the members' room has the fields of most of them. */
const FORMS_NEED =
  /node_modules.react-hook-form|src.members.(?!index|queries|pages|paths|member|session-ended|kept-in-tab|lazy-|login.(?!queries))/

/**
 * Two builds of one app: files for the browser, and one script for the V8 inside the Python process
 * (no modules, no Node, nothing but ECMAScript there).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    dropUnused(),
    tailwindcss(),
    earlyScript(),
    precompress(),
    retireOldChunks(),
    fontsForPictures(),
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: TARGET,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'src/entry-server.tsx',
          output: {
            format: 'iife',
            entryFileNames: 'render.js',
            codeSplitting: false,
            strictExecutionOrder: true,
          },
        },
      }
    : {
        outDir: 'dist/client',
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'core', test: EVERY_PAGE_NEEDS, priority: 2 },
                { name: 'forms', test: FORMS_NEED, minShareCount: 2 },
                { name: 'shared', test: MANY_PAGES_NEED, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
        // The content security policy allows no `data:` fonts or images.
        assetsInlineLimit: 0,
        manifest: true,
        modulePreload: { polyfill: false },
        target: TARGET,
        emptyOutDir: false,
      },
  ssr: { noExternal: true, target: 'webworker' },
  resolve: isSsrBuild ? { conditions: ['browser', 'module', 'production', 'default'] } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
