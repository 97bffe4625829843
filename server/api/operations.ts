import { Hono } from 'hono'
import { ApiError } from '../api-error.ts'
import { takesNoParameters } from './rest/query.ts'

export interface Operations {
  /** Why Heddle cannot take work now; empty when it can. */
  readonly readiness: () => Promise<readonly string[]>
  /** Prometheus' text format. */
  readonly metrics: () => Promise<string>
  /** Whether the caller may see what the routes tell about the installation. Unset in local mode, where all may. */
  readonly mayRead?: ((request: Request) => Promise<boolean>) | undefined
  /** Whether `/readyz` has the field that clients of PostGrip require. It is empty: Heddle counts in `/metrics`. */
  readonly postgrip?: boolean
}

const needsPermission = 'Metrics need the permission metrics. Send the API key of a service that has it.'
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Routes for supervisors and monitoring. `/healthz` belongs to the app instead, because it checks no dependency. */
export function operationRoutes({
  readiness,
  metrics,
  mayRead = async () => true,
  postgrip = false,
}: Operations): Hono {
  const app = new Hono()
  app.get('/readyz', async (c) => {
    takesNoParameters(c)
    const reasons = await readiness()
    if (reasons.length === 0) return c.json({ status: 'ready', ...(postgrip && { stats: {} }) })
    const isTold = await mayRead(c.req.raw).catch(() => false)
    return c.json({ status: 'not ready', ...(isTold && { reasons }) }, 503)
  })
  app.get('/metrics', async (c) => {
    takesNoParameters(c)
    if (!(await mayRead(c.req.raw))) throw new ApiError('UNAUTHENTICATED', needsPermission)
    return c.body(await metrics(), 200, { 'content-type': METRICS_TYPE })
  })
  return app
}
