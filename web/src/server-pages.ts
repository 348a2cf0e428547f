import { fileOf, type PageModule, type PageSource } from './pages/page-source'

const modules = import.meta.glob<PageModule>('./**/*.page.tsx', { eager: true })

/** Nothing is awaited here: what a page needs is in the cache before it is drawn. */
export const serverPages: PageSource = {
  awaited: () => null,
  component(page) {
    const module = modules[fileOf(page)]
    if (!module) throw new Error(`No module draws ${page.path}`)
    return module.default
  },
}
