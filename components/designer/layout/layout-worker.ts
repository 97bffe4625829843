import { type LayoutRequest, layeredLayout } from './layered-layout.ts'

/** The worker's end of `requestLayout`: one message in, one out, matched by its number. */
self.addEventListener('message', (message: MessageEvent<{ number: number; request: LayoutRequest }>) => {
  const { number, request } = message.data
  self.postMessage({ number, positions: layeredLayout(request) })
})
