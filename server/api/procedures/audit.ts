import { z } from 'zod'
import { auditFilter, listAudit } from '#server/audit/list-audit.ts'
import { page } from '../request/inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** What was done, asked for and refused. */
export const auditRouter = router({
  list: procedure('audit.read')
    .input(z.strictObject({ ...auditFilter.shape, ...page }))
    .query(({ ctx, input }) => listAudit(ctx, input)),
})
