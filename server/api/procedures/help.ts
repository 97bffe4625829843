import { z } from 'zod'
import { getHelpPage, listHelpEntries, listHelpSections } from '../../help/help.ts'
import { requireActor } from '../request/require-actor.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** The documentation inside the app. */
export const helpRouter = router({
  /** Titles, addresses and headings of all pages: for the contents and the command palette. */
  entries: procedure.query(({ ctx }) => {
    requireActor(ctx)
    return listHelpEntries()
  }),

  page: procedure.input(z.strictObject({ path: z.string().max(200) })).query(({ ctx, input }) => {
    requireActor(ctx)
    return getHelpPage(input.path)
  }),

  /** The text of all pages by their headings, for the search in the browser. */
  sections: procedure.query(({ ctx }) => {
    requireActor(ctx)
    return listHelpSections()
  }),
})
