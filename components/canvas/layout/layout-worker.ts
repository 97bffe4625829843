import { type EdgeWays, type WaysRequest, waysOf } from '../edges/edge-routes.ts'
import { groupedLayout } from './grouped-layout.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'

/** A request to the worker: places for steps, or ways for edges between placed steps. */
export type Asked = { readonly layout: LayoutRequest } | { readonly ways: WaysRequest }
export type Answer = LayoutPositions | EdgeWays

/** The worker's end of `request-layout.ts`: one message in, one out, matched by its number. */
self.addEventListener('message', (message: MessageEvent<{ number: number; asked: Asked }>) => {
  const { number, asked } = message.data
  const answer: Answer = 'layout' in asked ? groupedLayout(asked.layout) : waysOf(asked.ways)
  self.postMessage({ number, answer })
})
