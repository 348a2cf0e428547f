// @vitest-environment node
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The features in the order of `zones.grit`: each may import those before it. */
const FEATURES = [
  'site',
  'catalog',
  'members',
  'payments',
  'services',
  'sub-ids',
  'certificates',
  'subscriptions',
  'ledgers',
  'history',
  'orders',
  'content',
  'inquiries',
  'leaving',
  'home',
  'shell',
]

const NEW_FOLDER = 'A new folder takes its place in the rules of zones.grit.'
const TEST = 'A helper that two tests share belongs in web/tests.'
const UI = 'ui/ knows no feature and fetches nothing.'
const API = "api/ stands on what is made from the server's document, and on nothing else."
const PAGES = 'pages/ knows api/ and ui/, and no feature.'
const DECLARATIONS = 'Declarations import declarations only: api/, pages/, and other pages.ts and paths.ts.'
const TABLE = 'Only site/ and shell/ read the table of all pages.'
const INDEX = 'Import another feature through its index.ts.'
const CONSOLE = 'The console stands on ui/, korean/ and api/, and on nothing else of the shop.'
const ABOVE = 'This feature stands above, in the order of zones.grit.'

/** A file, what it imports, and the message of the rule that this breaks, or `null` where the import is allowed. */
const IMPORTS: [file: string, source: string, message: string | null][] = [
  ['elsewhere/page.ts', '../ui/button', NEW_FOLDER],
  ['orders/pay.test.ts', './choice.test', TEST],
  ['orders/choice.test.ts', '../../tests/shop', null],
  ['ui/button.ts', '../api/client', UI],
  ['ui/phone.ts', '../korean/phone', null],
  ['korean/dates.ts', '../ui/button', 'korean/ stands on nothing.'],
  ['api/client.ts', '../ui/button', API],
  ['api/path.ts', '../../generated/schema', null],
  ['pages/page.ts', '../members/paths', PAGES],
  ['pages/seed.ts', '../api/queries', null],
  ['orders/pages.ts', '../ui/button', DECLARATIONS],
  ['orders/paths.ts', '../catalog/paths', null],
  ['orders/table.ts', '../routes', TABLE],
  ['shell/table.ts', '../routes', null],
  ['orders/words.ts', '../catalog/words', INDEX],
  ['catalog/links.ts', '../orders/paths', null],
  ['orders/console.ts', '../../console/frame/calls', "The shop's pages know nothing of the console."],
  ['../console/record/page.ts', '../../src/ui/button', null],
  ['../console/record/table.ts', '../frame/calls', null],
  ['../console/record/shop.ts', '../../src/orders/words', CONSOLE],
  ['../console/app.ts', '../src/routes', CONSOLE],
  ['../console/frame/screens.ts', '../record/screens', 'The frame knows no screen.'],
  ['../console/frame/classes.ts', '../../src/ui/classes', null],
]

const fileOf = (feature: string, other: string) => `${feature}/uses-${other}.ts`
/** Without npx, which takes half a second of its own. */
const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const directory = mkdtempSync(join(tmpdir(), 'zones-'))
let messages: Map<string, string>

/** Biome reports a plugin that fails as mere information, so the linter alone stays green when a rule is broken. */
beforeAll(() => {
  const pairs = FEATURES.flatMap((feature) =>
    FEATURES.filter((other) => other !== feature).map(
      (other) => [fileOf(feature, other), `../${other}`] as const,
    ),
  )
  for (const [file, source] of [...IMPORTS, ...pairs]) {
    const path = join(directory, 'src', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `import '${source}'\n`)
  }
  const lint = ['lint', '--config-path=.', '--reporter=json', '--max-diagnostics=none', directory]
  const report = JSON.parse(spawnSync(process.execPath, [BIOME, ...lint], { encoding: 'utf8' }).stdout) as {
    diagnostics: { severity: string; message: string; location: { path: string } }[]
  }
  messages = new Map(
    report.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ location, message }) => [relative(join(directory, 'src'), location.path), message]),
  )
}, 60_000)

afterAll(() => rmSync(directory, { recursive: true }))

test.each(IMPORTS)('%s importing %s: %j', (file, _, message) => {
  expect(messages.get(file) ?? null).toBe(message)
})

test.each(FEATURES)('%s may import only the features before it', (feature) => {
  const refused = FEATURES.filter((other) => messages.get(fileOf(feature, other)) === ABOVE)

  expect(refused).toEqual(FEATURES.slice(FEATURES.indexOf(feature) + 1))
})
