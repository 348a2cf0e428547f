import { memberPage } from '../pages/page'

interface Results {
  title: string
  /** The modules that draw them. */
  success: string
  fail: string
}

/** The two addresses that the provider's window leads back to. They stay when what was paid for is switched off. */
export const resultPages = (path: string, { title, success, fail }: Results) => [
  memberPage({ path: `${path}/success`, file: success, title }),
  memberPage({ path: `${path}/fail`, file: fail, title }),
]
