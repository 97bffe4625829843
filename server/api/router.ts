import { alertsRouter } from './procedures/alerts.ts'
import { auditRouter } from './procedures/audit.ts'
import { connectionsRouter } from './procedures/connections.ts'
import { connectorsRouter } from './procedures/connectors.ts'
import { directoryRouter } from './procedures/directory.ts'
import { helpRouter } from './procedures/help.ts'
import { inboxRouter } from './procedures/inbox/inbox.ts'
import { keysRouter, servicesRouter } from './procedures/keys.ts'
import { locksRouter } from './procedures/locks.ts'
import { loginProviderRouter } from './procedures/login-provider.ts'
import { invitesRouter, mappingsRouter, membersRouter, ownersRouter } from './procedures/members.ts'
import { notificationsRouter } from './procedures/notifications.ts'
import { overviewRouter } from './procedures/overview.ts'
import { retentionRouter } from './procedures/retention.ts'
import { bulkRouter, viewsRouter } from './procedures/runs/many-runs.ts'
import { runsRouter } from './procedures/runs/runs.ts'
import { secretsRouter } from './procedures/secrets.ts'
import { triggersRouter } from './procedures/triggers.ts'
import { variablesRouter } from './procedures/variables.ts'
import { webhooksRouter } from './procedures/webhooks.ts'
import { workflowsRouter } from './procedures/workflows.ts'
import { router } from './trpc/trpc.ts'

/** Everything the UI does, one file per area. */
export const appRouter = router({
  alerts: alertsRouter,
  audit: auditRouter,
  workflows: workflowsRouter,
  runs: runsRouter,
  bulk: bulkRouter,
  views: viewsRouter,
  inbox: inboxRouter,
  directory: directoryRouter,
  notifications: notificationsRouter,
  members: membersRouter,
  invites: invitesRouter,
  owners: ownersRouter,
  mappings: mappingsRouter,
  loginProvider: loginProviderRouter,
  keys: keysRouter,
  services: servicesRouter,
  locks: locksRouter,
  overview: overviewRouter,
  retention: retentionRouter,
  secrets: secretsRouter,
  connections: connectionsRouter,
  connectors: connectorsRouter,
  variables: variablesRouter,
  triggers: triggersRouter,
  webhooks: webhooksRouter,
  help: helpRouter,
})

export type AppRouter = typeof appRouter
