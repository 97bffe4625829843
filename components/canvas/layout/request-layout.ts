import type { EdgeRoutes, EdgeRoutesRequest } from '../edges/edge-routes.ts'
import { canvasTexts } from '../texts/canvas.ts'
import type { LayoutPositions, LayoutRequest } from './layout-request.ts'
import type { Answer, WorkerRequest } from './layout-worker.ts'

let worker: Worker | null = null
let lastNumber = 0

const layoutWorker = () => {
  worker ??= new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  return worker
}

/** Loads the worker during another wait, so that the first layout is not delayed. */
export function prepareLayout(): void {
  layoutWorker()
}

/**
 * Lays a graph out in a Web Worker, so that 2,000 nodes do not hold up a frame.
 * Rejects when the signal aborts or the worker cannot be loaded.
 */
export function requestLayout(request: LayoutRequest, signal?: AbortSignal): Promise<LayoutPositions> {
  return ask({ layout: request }, signal) as Promise<LayoutPositions>
}

/** Computes the routes of edges in the worker. */
export function requestEdgeRoutes(request: EdgeRoutesRequest): Promise<EdgeRoutes> {
  return ask({ routes: request }) as Promise<EdgeRoutes>
}

function ask(asked: WorkerRequest, signal?: AbortSignal): Promise<Answer> {
  const current = layoutWorker()
  lastNumber += 1
  const number = lastNumber
  return new Promise((resolve, reject) => {
    const finish = () => {
      current.removeEventListener('message', answered)
      current.removeEventListener('error', failed)
      signal?.removeEventListener('abort', aborted)
    }
    const answered = (message: MessageEvent<{ number: number; answer: Answer }>) => {
      if (message.data.number !== number) return
      finish()
      resolve(message.data.answer)
    }
    const failed = (event: ErrorEvent) => {
      finish()
      worker = null
      reject(new Error(event.message || 'The layout worker could not be loaded.'))
    }
    const aborted = () => {
      finish()
      reject(new DOMException(canvasTexts.layoutIsNoLongerWanted, 'AbortError'))
    }
    current.addEventListener('message', answered)
    current.addEventListener('error', failed)
    signal?.addEventListener('abort', aborted)
    current.postMessage({ number, asked })
  })
}
