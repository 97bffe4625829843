import { Worker } from 'node:worker_threads'
import { limits } from '#core/limits.ts'
import { ApiError } from '../../api-error.ts'
import type { Analysis, AnalysisRequest } from './analyse-text.ts'

interface Waiting {
  readonly resolve: (analysis: Analysis) => void
  readonly reject: (error: Error) => void
  readonly deadline: NodeJS.Timeout
}

/**
 * One thread that reads long texts, one after the other. It is started by the
 * first of them (about 0.2 s), kept, and does not keep the process alive. After a
 * time that the slowest accepted text does not take it is given up, and so is what waits behind it.
 */
export function createAnalysisThread(): { analyse(request: AnalysisRequest): Promise<Analysis> } {
  let worker: Worker | undefined
  let nextId = 1
  const waiting = new Map<number, Waiting>()

  const giveUp = (error: Error) => {
    void worker?.terminate()
    worker = undefined
    for (const { reject, deadline } of waiting.values()) {
      clearTimeout(deadline)
      reject(error)
    }
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./analysis-worker.ts', import.meta.url))
    started.unref()
    started.on('message', ({ id, analysis }: { id: number; analysis: Analysis }) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      clearTimeout(asked?.deadline)
      asked?.resolve(analysis)
    })
    started.on('error', giveUp)
    return started
  }

  return {
    analyse(request) {
      worker ??= start()
      const id = nextId
      nextId += 1
      worker.postMessage({ id, request })
      return new Promise((resolve, reject) => {
        const tooLong = () =>
          giveUp(new ApiError('UNAVAILABLE', 'Reading the text took too long. Try again in a few seconds.'))
        waiting.set(id, { resolve, reject, deadline: setTimeout(tooLong, limits.analysis.deadlineMs) })
      })
    },
  }
}
