import { globSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const FILES = globSync('{src,console,tests}/**/*.test.{ts,tsx}', { cwd: import.meta.dirname })

/** What a test leaves behind for the next file of its thread: other modules, another clock, a provider's script, globals. */
const CHANGES_ITS_WORLD =
  /vi\.(mock|doMock|resetModules|useFakeTimers|stubGlobal|stubEnv)\(|TossPayments|@vitest-environment/
const alone = FILES.filter((file) =>
  CHANGES_ITS_WORLD.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
)

export default defineConfig({
  test: {
    projects: [
      // A world of its own takes half of a file's time, so only those that change theirs have one.
      project(
        'together',
        FILES.filter((file) => !alone.includes(file)),
        false,
      ),
      project('alone', alone, true),
    ],
  },
})

function project(name: string, include: string[], isolate: boolean) {
  return {
    plugins: [react()],
    test: {
      name,
      include,
      isolate,
      // A file is as alone in a thread as in a process, which costs a tenth more.
      pool: 'threads' as const,
      environment: 'jsdom',
      environmentOptions: { jsdom: { url: 'http://shop.test/' } },
      testTimeout: 30_000,
      setupFiles: ['tests/setup.ts'],
    },
  }
}
