import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

/** Presses the button of this name, once it is there. */
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** The part of the page under this heading. */
export const section = (name: string) => screen.getByRole('region', { name })

/** The page itself, without what surrounds every page. */
export const main = () => within(screen.getByRole('main'))
