/** What the server made of the operator's texts. */
export interface Guide {
  slug: string
  title: string
  html: string
  updatedAt: string
  headings: { id: string; title: string }[]
}

export interface TextSection {
  id: string
  title: string
  html: string
}

export interface ContentPage {
  slug: string
  title: string
  description: string
  /** Short texts by name, for places that the page itself lays out. */
  texts: Record<string, string>
  lead: string
  sections: TextSection[]
  updatedAt: string
}

/** One version of a program. What only a store knows (version, size) is `null`. */
export interface Release {
  slug: string
  os: System
  name: string
  version: string | null
  /** `2026-09-20` */
  releasedOn: string | null
  kind: 'file' | 'link' | 'store'
  url: string
  size: number | null
  sha256: string | null
  requires: string | null
  sections: TextSection[]
  isLatest: boolean
}

export type System = 'windows' | 'android' | 'macos' | 'ios'

export type Texts = ContentPage['texts']
