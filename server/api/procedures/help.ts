import { z } from 'zod'
import { getHelpPage, listHelpEntries, listHelpSections } from '../../help/help.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** The documentation inside the app. */
export const helpRouter = router({
  /** Titles, addresses and headings of all pages: for the contents and the command palette. */
  entries: procedure('me').query(() => listHelpEntries()),

  page: procedure('me')
    .input(z.strictObject({ path: z.string().max(200) }))
    .query(({ input }) => getHelpPage(input.path)),

  /** The text of all pages by their headings, for the search in the browser. */
  sections: procedure('me').query(() => listHelpSections()),
})
