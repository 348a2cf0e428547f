import type { SiteConfig } from '../api/types'

/** One of ours: an address elsewhere is copied to us within minutes, and until then the shop shows its name. */
export function hasLogo(config: SiteConfig) {
  return config.logo.startsWith('/') && !config.logo.startsWith('//')
}

/** The operator's logo, on white in dark surroundings, because most logos are dark. */
export function LogoPicture({ config, alt }: { config: SiteConfig; alt: string }) {
  return (
    <img
      src={config.logo}
      alt={alt}
      className="h-8 w-auto max-w-40 object-contain object-left dark:rounded-control dark:bg-[white] dark:p-1"
    />
  )
}
