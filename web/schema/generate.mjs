// Writes ../generated/schema.ts from the OpenAPI document on standard input.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import generate, { astToString } from 'openapi-typescript'
import { pruned } from './prune.ts'

const web = new URL('..', import.meta.url)
const sources = globSync('{src,console,tests}/**/*.{ts,tsx}', { cwd: web })
  .map((file) => readFileSync(new URL(file, web), 'utf8'))
  .join('\n')
const document = JSON.parse(await text(process.stdin))
writeFileSync(new URL('generated/schema.ts', web), astToString(await generate(pruned(document, sources))))
