import { fileOf, type PageModule, type PageSource } from './pages/page-source'

const modules = import.meta.glob<PageModule>('./**/*.page.tsx', { eager: true })

/** On the server nothing is awaited: all code is in the bundle, and the data is in the cache before rendering. */
export const serverPages: PageSource = {
  awaited: () => null,
  component(page, query) {
    const module = modules[fileOf(page, query)]
    if (!module) throw new Error(`No module draws ${page.path}`)
    return module.default
  },
}
