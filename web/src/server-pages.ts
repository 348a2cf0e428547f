import { fileOf, type PageModule, type Pages } from './pages'

const modules = import.meta.glob<PageModule>('./**/*.page.tsx', { eager: true })

/** Nothing is awaited here: what a page needs is in the cache before it is drawn. */
export const serverPages: Pages = {
  awaited: () => null,
  component(route) {
    const module = modules[fileOf(route)]
    if (!module) throw new Error(`No module draws ${route.path}`)
    return module.default
  },
}
