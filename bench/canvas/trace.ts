/** The part of Chromium's trace format that is read here; times are microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Milliseconds of processor time that the page's main thread spent on each frame, input and rendering included. */
export function frameCosts(events: readonly TraceEvent[]): readonly number[] {
  const main = busiestRenderer(events)
  if (main === undefined) return []
  const own = events.filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
  const frames = own.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts)
  const tasks = own.filter(({ name, ph }) => ph === 'X' && name === 'RunTask').sort((a, b) => a.ts - b.ts)
  frames.sort((a, b) => a - b)
  const costs: number[] = []
  let task = 0
  // Work of one frame: everything since the task behind the last frame, up to the end of the task that drew this one.
  for (const frame of frames) {
    let cost = 0
    for (; task < tasks.length; task += 1) {
      const one = tasks[task] as TraceEvent
      if (one.ts > frame) break
      cost += one.tdur ?? one.dur ?? 0
    }
    costs.push(cost / 1000)
  }
  return costs.slice(1)
}

function busiestRenderer(events: readonly TraceEvent[]): TraceEvent | undefined {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const count = ({ pid, tid }: TraceEvent) =>
    events.reduce((total, one) => total + (one.pid === pid && one.tid === tid ? 1 : 0), 0)
  return threads.toSorted((a, b) => count(b) - count(a))[0]
}
