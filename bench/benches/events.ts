import type { Bench } from '../harness/bench.ts'
import { at, median, ms, nowMs } from '../harness/stats.ts'
import { rounds } from '../harness/timed-rounds.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { line, STEPS, workflow } from '../harness/workflows.ts'

const STREAMS = 200
const GOAL_P50_MS = 10
const WARM = 20

/** From the first byte of a start to the arrival of the first event of its stream, beside other open streams. */
export const events: Bench = {
  name: 'events',
  about: 'POST /v1/workflows/run → the first event of its stream; 200 other streams are open',
  async run(kit) {
    const stage = await kit.openStage('events')
    const web = await startWebProcess(stage, kit.profile)
    const base = `http://127.0.0.1:${web.port}/v1`
    const ending = new AbortController()
    const open = (runId: string) => fetch(`${base}/workflow-runs/${runId}/events`, { signal: ending.signal })
    try {
      await stage.publish(line('Ten', STEPS))
      await stage.publish(workflow('Waits', [{ name: 'Approval', type: 'HUMAN', title: 'Approve' }]))
      await stage.engine()
      const waiting = await stage.start('Waits', STREAMS)
      const streams = await Promise.all(waiting.map(open))
      for (const { body } of streams) void body?.pipeTo(new WritableStream()).catch(() => undefined)
      const waits: number[] = []
      for (const round of rounds(WARM + (kit.quick ? 100 : 400), 25_000)) {
        const sentAt = nowMs()
        const started = await fetch(`${base}/workflows/run?name=Ten`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"input":{}}',
        })
        const { run_id } = (await started.json()) as { run_id: string }
        const reader = (await open(run_id)).body?.getReader()
        await reader?.read()
        if (round >= WARM) waits.push(nowMs() - sentAt)
        while (!(await reader?.read())?.done) {}
      }
      const p50 = median(waits)
      return [
        {
          bench: 'events',
          shape: `POST → first event of the stream, beside ${STREAMS} streams`,
          measured: `p50 ${ms(p50)}, p99 ${ms(at(waits, 0.99))}`,
          goal: `p50 ≤ ${GOAL_P50_MS} ms`,
          met: p50 <= GOAL_P50_MS,
          figures: { p50Ms: p50, p99Ms: at(waits, 0.99) },
        },
      ]
    } finally {
      ending.abort()
      await web.stop()
      await stage.close()
    }
  },
}
