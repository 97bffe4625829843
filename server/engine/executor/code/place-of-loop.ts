import { basename } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { After } from '../../ports.ts'
import { codeFolder } from './loaded-code.ts'
import { tuning } from './tuning.ts'

/** The parts of a processor profile that are read here. */
interface Profile {
  readonly nodes: readonly {
    readonly callFrame: { readonly url: string }
    readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[]
  }[]
}

/**
 * The line of the code, as file:line, at which a thread that does not yield spends its time; null where there is none, or
 * where the thread does not even answer the profiler.
 */
export function placeOfLoop(worker: Worker, after: After): Promise<string | null> {
  const nowhere = new Promise<null>((resolve) => {
    after(tuning.profileWaitMs, () => resolve(null))
  })
  return Promise.race([profiled(worker, after), nowhere])
}

async function profiled(worker: Worker, after: After): Promise<string | null> {
  // On a busy machine the thread may get no processor for a while.
  for (let ms = tuning.profileMs; ; ms *= 2) {
    const profiling = await worker.startCpuProfile()
    await new Promise<void>((resolve) => {
      after(ms, resolve)
    })
    const place = busiestLine(JSON.parse(await profiling.stop()) as Profile)
    if (place !== null || ms > tuning.profileWaitMs) return place
  }
}

function busiestLine({ nodes }: Profile): string | null {
  let most = 0
  let place: string | null = null
  for (const { callFrame, positionTicks = [] } of nodes) {
    if (!callFrame.url.startsWith(`${codeFolder}/`)) continue
    for (const { line, ticks } of positionTicks) {
      if (ticks <= most) continue
      most = ticks
      place = `${basename(callFrame.url)}:${line}`
    }
  }
  return place
}
