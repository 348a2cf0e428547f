import { memberPage } from '../pages/page'

interface Results {
  title: string
  /** The modules that draw them. */
  success: string
  fail: string
}

/** The two pages that the provider's window leads back to. They stay when the product is switched off meanwhile. */
export const resultPages = (path: string, { title, success, fail }: Results) => [
  memberPage({ path: `${path}/success`, file: success, title }),
  memberPage({ path: `${path}/fail`, file: fail, title }),
]
