import type { Bench } from '../harness/bench.ts'
import { allOf, cpuOfProcess, processCpuBetween } from '../harness/cpu.ts'
import { at, count, median, ms } from '../harness/stats.ts'
import { startPath } from '../harness/web/http-client.ts'
import { httpLoad } from '../harness/web/http-load.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { line } from '../harness/workflows.ts'

const CLIENTS = 50
const GOAL = 1_500

/** Runs per second through the API: from the first request to the acknowledged end of the last run. */
export const ingest: Bench = {
  name: 'ingest',
  about: '50 HTTP clients start two-step runs; until the last has ended',
  async run(kit) {
    const stage = await kit.openStage('ingest')
    const web = await startWebProcess(stage, kit.profile)
    try {
      await stage.publish(line('Two', 2))
      const engine = await stage.engine()
      const runs = kit.quick ? 2_000 : 4_000
      const once = async (total: number) => {
        const { ended } = await engine.expect(total)
        const before = [cpuOfProcess(web.pid), (await engine.usage()).cpu, await stage.databaseCpu()] as const
        const load = await httpLoad(web.port, startPath('Two'), CLIENTS, total)
        const { lastEndedAt } = await ended
        const after = [cpuOfProcess(web.pid), (await engine.usage()).cpu, await stage.databaseCpu()] as const
        return {
          rate: (total * 1000) / (lastEndedAt - load.beganAt),
          accepted: (total * 1000) / (load.endedAt - load.beganAt),
          waits: load.waits,
          web: (after[0] - before[0]) / total,
          engine: (allOf(after[1]) - allOf(before[1])) / total,
          database: processCpuBetween(before[2], after[2]) / total,
          client: (load.cpuMs * 1000) / total,
        }
      }
      await once(runs / 2)
      const rounds: Awaited<ReturnType<typeof once>>[] = []
      for (let round = 0; round < (kit.quick ? 2 : 4); round += 1) rounds.push(await once(runs))
      const rate = median(rounds.map((round) => round.rate))
      const waits = rounds.flatMap((round) => round.waits)
      const us = (pick: (round: (typeof rounds)[number]) => number) => count(median(rounds.map(pick)))
      return [
        {
          bench: 'ingest',
          shape: `${CLIENTS} HTTP clients, 2-step runs, first request → last end`,
          measured: `${count(rate)} runs/s`,
          goal: `≥ ${count(GOAL)} runs/s`,
          met: rate >= GOAL,
          notes: [
            `accepted ${us((round) => round.accepted)}/s; a request waits p50 ${ms(median(waits))}, p99 ${ms(at(waits, 0.99))}`,
            `CPU µs/run: web ${us((round) => round.web)}, engine ${us((round) => round.engine)}, PostgreSQL ${us((round) => round.database)}, ` +
              `clients ${us((round) => round.client)} (on the same cores)`,
          ],
          figures: { runsPerSecond: rate, requestP50Ms: median(waits), requestP99Ms: at(waits, 0.99) },
        },
      ]
    } finally {
      await web.stop()
      await stage.close()
    }
  },
}
