import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** What the builds of the shop and of the console share. */
export const TARGET = 'es2023'

/** Compresses text assets at build time, at the highest level, so that the server never compresses while it answers. */
export function precompress(): Plugin {
  return {
    name: 'ieum:precompress',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      const texts = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name))
      for (const name of texts) {
        const file = join(assets, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }
    },
  }
}

/** Drops the query library's endless lists, which nothing uses: each query asks for them, so the bundler cannot know. */
export function dropUnused(): Plugin {
  return {
    name: 'ieum:drop-unused',
    transform(code, id) {
      if (!/query-core\/build\/modern\/query\.js/.test(id)) return null
      const isEndless = 'this.#queryType === "infinite"'
      if (!code.includes(isEndless)) this.error(`${id} does not say ${isEndless} any more`)
      return { code: code.replace(isEndless, 'false'), map: null }
    },
  }
}

const DAYS_OLD_CHUNKS_STAY = 7

/** Deletes chunks of older builds after some days. Until then, tabs opened before a deploy still ask for them. */
export function retireOldChunks(): Plugin {
  return {
    name: 'ieum:retire-old-chunks',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    async writeBundle({ dir = '' }, bundle) {
      const oldest = Date.now() - DAYS_OLD_CHUNKS_STAY * 86_400_000
      for (const name of await readdir(join(dir, 'assets'))) {
        const file = join(dir, 'assets', name)
        const current = `assets/${name.replace(/\.(br|gz)$/, '')}` in bundle
        if (!current && (await stat(file)).mtimeMs < oldest) await rm(file)
      }
    },
  }
}
