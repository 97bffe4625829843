import { directoryRouter } from './directory.ts'
import { inboxRouter } from './inbox.ts'
import { bulkRouter, viewsRouter } from './many-runs.ts'
import { overviewRouter } from './overview.ts'
import { runsRouter } from './runs.ts'
import { router } from './trpc.ts'
import { workflowsRouter } from './workflows.ts'

/** Everything the UI does, one file per area. */
export const appRouter = router({
  workflows: workflowsRouter,
  runs: runsRouter,
  bulk: bulkRouter,
  views: viewsRouter,
  inbox: inboxRouter,
  directory: directoryRouter,
  overview: overviewRouter,
})

export type AppRouter = typeof appRouter
