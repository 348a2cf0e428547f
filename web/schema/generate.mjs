// Writes ../src/api/schema.ts, marked with the document it was made from, so that the gate sees an old one.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import generate, { astToString } from 'openapi-typescript'

const here = new URL('./openapi.json', import.meta.url)
const digest = createHash('sha256')
  .update(await readFile(here))
  .digest('hex')
const types = astToString(await generate(here))
await writeFile(new URL('../src/api/schema.ts', import.meta.url), `// openapi.json ${digest}\n${types}`)
