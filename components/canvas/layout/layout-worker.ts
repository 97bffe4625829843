import { type EdgeRoutes, type EdgeRoutesRequest, routesOf } from '../edges/edge-routes.ts'
import { groupedLayout } from './grouped-layout.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

/** A request to the worker: positions for steps, or routes for edges between placed steps. */
export type WorkerRequest = { readonly layout: LayoutRequest } | { readonly routes: EdgeRoutesRequest }
export type Answer = LayoutPositions | EdgeRoutes

/** The worker's end of `request-layout.ts`: one message in, one out, matched by its number. */
self.addEventListener('message', (message: MessageEvent<{ number: number; asked: WorkerRequest }>) => {
  const { number, asked } = message.data
  const answer: Answer = 'layout' in asked ? groupedLayout(asked.layout) : routesOf(asked.routes)
  self.postMessage({ number, answer })
})
