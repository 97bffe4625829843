import { Hono } from 'hono'
import { takesNoParameters } from './rest/query.ts'

export interface Operations {
  /** Why Heddle cannot take work now; empty when it can. */
  readonly readiness: () => Promise<readonly string[]>
  /** Prometheus' text format. */
  readonly metrics: () => Promise<string>
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Routes for supervisors and monitoring. `/healthz` belongs to the app instead, because it checks no dependency. */
export function operationRoutes({ readiness, metrics }: Operations): Hono {
  const app = new Hono()
  app.get('/readyz', async (c) => {
    takesNoParameters(c)
    const reasons = await readiness()
    return reasons.length === 0 ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', reasons }, 503)
  })
  app.get('/metrics', async (c) => {
    takesNoParameters(c)
    return c.body(await metrics(), 200, { 'content-type': METRICS_TYPE })
  })
  return app
}
