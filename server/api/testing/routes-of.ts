import type { Hono } from 'hono'
import { createApp } from '../app.ts'
import { operationRoutes } from '../operations.ts'
import type { TestApi } from './test-api.ts'

/** The app as the web process puts it together. */
export function wholeApp(
  { services, storesOf, errors }: TestApi,
  actorOf: Parameters<typeof createApp>[0]['actorOf'],
): Hono {
  const app = createApp({ ...services, storesOf, actorOf, onError: (error) => errors.push(error) })
  return app.route('/', operationRoutes({ readiness: async () => [], metrics: async () => 'heddle_up 1\n' }))
}

/** Every route of an app, as `GET /v1/workflow-runs/:id`; what is done for all of them is none. */
export function routesOf(app: Hono): readonly string[] {
  return [...new Set(app.routes.filter(({ path }) => path !== '/*').map(({ method, path }) => `${method} ${path}`))]
}
