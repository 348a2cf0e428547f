import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    // A file is as alone in a thread as in a process, which costs a tenth more.
    pool: 'threads',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://shop.test/' } },
    testTimeout: 30_000,
    setupFiles: ['tests/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'console/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
  },
})
