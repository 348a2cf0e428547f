import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const TEXTS = globSync('{src,console,tests}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname }).map(
  (file) => ({ file, text: readFileSync(`${import.meta.dirname}/${file}`, 'utf8') }),
)

/** Tests of files and builds, which need no page. */
const NEEDS_NO_PAGE = /@vitest-environment node/
/** What a test leaves behind for the next file of its thread: other modules, another clock, a provider's script, globals. */
const CHANGES_ITS_WORLD = /vi\.(mock|doMock|resetModules|useFakeTimers|stubGlobal|stubEnv)\(|TossPayments/

const named = (fits: (text: string) => boolean) =>
  TEXTS.filter(({ text }) => fits(text)).map(({ file }) => file)
const files = named((text) => NEEDS_NO_PAGE.test(text))
const alone = named((text) => !NEEDS_NO_PAGE.test(text) && CHANGES_ITS_WORLD.test(text))
const together = named((text) => !NEEDS_NO_PAGE.test(text) && !CHANGES_ITS_WORLD.test(text))

// A file is as alone in a thread as in a process, which costs a tenth more.
const pool = 'threads' as const
const testTimeout = 30_000

export default defineConfig({
  test: {
    projects: [
      // A world of its own takes half of a file's time, so only those that change theirs have one.
      pages('together', together, false),
      pages('alone', alone, true),
      { test: { name: 'files', include: files, isolate: false, pool, environment: 'node', testTimeout } },
    ],
  },
})

function pages(name: string, include: string[], isolate: boolean): TestProjectInlineConfiguration {
  return {
    plugins: [react()],
    test: {
      name,
      include,
      isolate,
      pool,
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://shop.test/' } },
      testTimeout,
      setupFiles: ['tests/setup.ts'],
    },
  }
}
