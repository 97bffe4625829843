import type { Bench } from '../harness/bench.ts'
import type { MemoryUse } from '../harness/engine/messages.ts'
import { count } from '../harness/stats.ts'
import { startPath } from '../harness/web/http-client.ts'
import { httpLoad } from '../harness/web/http-load.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { line } from '../harness/workflows.ts'

const CLIENTS = 50
const ROUNDS = 4
const GOAL_MB = 10
const MB = 1024 * 1024

/** Whether the web process keeps anything of the runs that it started. */
export const webMemory: Bench = {
  name: 'web-memory',
  about: 'memory of the web process after 50,000 and 100,000 starts through the API',
  async run(kit) {
    const stage = await kit.openStage('web_memory')
    const web = await startWebProcess(stage)
    const starts = kit.quick ? 2_500 : 25_000
    try {
      await stage.publish(line('One', 1))
      const engine = await stage.engine()
      const at: {
        readonly starts: number
        readonly kept: number
        readonly before: MemoryUse
        readonly after: MemoryUse
      }[] = []
      const look = async (after: number) => {
        const { keptBytes, ...use } = await web.kept()
        at.push({ starts: after, kept: keptBytes, ...use })
      }
      // What is loaded and compiled once is no matter of how many there were.
      await httpLoad(web.port, startPath('One'), CLIENTS, 1_000)
      await look(0)
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { ended } = await engine.expect(starts)
        await httpLoad(web.port, startPath('One'), CLIENTS, starts)
        await ended
        await look(round * starts)
      }
      const keptAfter = (round: number) => (at[round]?.kept ?? Number.NaN) / MB
      const grown = keptAfter(ROUNDS) - keptAfter(ROUNDS / 2)
      return [
        {
          bench: 'web-memory',
          shape: `web process: kept after ${count(ROUNDS * starts)} starts, above ${count((ROUNDS / 2) * starts)}`,
          measured: `${grown.toFixed(1)} MB`,
          goal: `< ${GOAL_MB} MB`,
          met: grown < GOAL_MB,
          notes: at.map(
            ({ starts: done, kept, before, after }) =>
              `${count(done)} starts: ${mb(kept)} MB kept; resident ${mb(before.resident)}, after a collection ${mb(after.resident)}; ` +
              `heap ${mb(before.heap)} (young ${mb(before.young)}, objects ${mb(before.used)}), then ${mb(after.heap)} (${mb(after.young)}, ${mb(after.used)}); ` +
              `buffers ${mb(before.buffers)}, then ${mb(after.buffers)}`,
          ),
          figures: Object.fromEntries(
            at.flatMap(({ starts: done, kept, before }) => [
              [`kept${done}`, kept / MB],
              [`resident${done}`, before.resident / MB],
            ]),
          ),
        },
      ]
    } finally {
      await web.stop()
      await stage.close()
    }
  },
}

const mb = (bytes: number) => (bytes / MB).toFixed(0)
