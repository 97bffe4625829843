import type { Bench, Row } from '../harness/bench.ts'
import type { Kit } from '../harness/kit.ts'
import { type HttpPeer, openDbos, openRestate } from '../harness/peer.ts'
import { at, count, median, ms } from '../harness/stats.ts'
import { startPath } from '../harness/web/http-client.ts'
import { httpLoad } from '../harness/web/http-load.ts'
import { startWebProcess } from '../harness/web/web-process.ts'
import { line, STEPS } from '../harness/workflows.ts'

const WAIT_MS = 30_000
const CROWD = 100
const GOAL_ALONE = 1.3
const GOAL_CROWD = 3
/** Callers at once, and the requests of one round. */
const shapes = [
  { callers: 1, requests: 60 },
  { callers: 20, requests: 400 },
  { callers: CROWD, requests: 1_000 },
] as const

/** From outside: a request that starts a run of ten steps, to its answer with the outcome. */
export const answer: Bench = {
  name: 'answer',
  about: 'POST /v1/workflows/run?wait=, 10 steps, until the answer says that the run has ended; 1, 20, 100 callers',
  async run(kit) {
    const stage = await kit.openStage('answer')
    const web = await startWebProcess(stage, kit.profile)
    const peers = kit.peers ? [await openDbos(kit.serverUrl), await openRestate()] : []
    try {
      await stage.publish(line('Ten', STEPS))
      const engine = await stage.engine()
      const own = { name: 'Heddle', port: web.port, path: startPath('Ten', WAIT_MS) }
      const asked = [own, ...(await Promise.all(peers.map(place)))]
      const measured = new Map<string, Measured>()
      for (let round = -1; round < (kit.quick ? 3 : 7); round += 1) {
        for (const { callers, requests } of shapes) {
          const alone = callers === 1 ? await runsAlone(() => stage.burst(engine, 'Ten', 1, false), requests / 2) : []
          for (const { name, port, path } of asked) {
            const load = await httpLoad(port, path, callers, requests)
            // The first round warms everything up.
            if (round < 0) continue
            const rate = (requests * STEPS * 1_000) / (load.endedAt - load.beganAt)
            add(measured, `${name} ${callers}`, load.waits, rate)
          }
          if (round >= 0) add(measured, 'own time', alone, 0)
        }
      }
      return shapes.map(({ callers }) => rowOf(kit, callers, measured, asked.slice(1)))
    } finally {
      for (const peer of peers) await peer.close()
      await web.stop()
      await stage.close()
    }
  },
}

interface Measured {
  readonly waits: number[]
  readonly rates: number[]
}

async function place(peer: HttpPeer) {
  return { name: peer.name, ...(await peer.listen()) }
}

/** What a run takes by itself, from the call that starts it in the process to its acknowledged end. */
async function runsAlone(burst: () => Promise<{ readonly wholeMs: number }>, runs: number): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push((await burst()).wholeMs)
  return times
}

function add(measured: Map<string, Measured>, key: string, waits: readonly number[], rate: number): void {
  const known = measured.get(key) ?? { waits: [], rates: [] }
  known.waits.push(...waits)
  known.rates.push(rate)
  measured.set(key, known)
}

function rowOf(
  kit: Kit,
  callers: number,
  measured: ReadonlyMap<string, Measured>,
  peers: readonly { readonly name: string }[],
): Row {
  const { waits = [], rates = [] } = measured.get(`Heddle ${callers}`) ?? {}
  const p50 = median(waits)
  const rate = median(rates)
  const ownMs = median(measured.get('own time')?.waits ?? [])
  const theirs = peers.map(({ name }) => {
    const { waits = [], rates = [] } = measured.get(`${name} ${callers}`) ?? {}
    return { name, p50: median(waits), rate: median(rates) }
  })
  const restate = theirs.find(({ name }) => name.startsWith('Restate'))
  const isAlone = callers === 1
  const goals = isAlone
    ? [p50 <= GOAL_ALONE * ownMs, ...theirs.map((peer) => p50 < peer.p50)]
    : callers === CROWD && restate
      ? [rate >= GOAL_CROWD * restate.rate]
      : []
  return {
    bench: 'answer',
    shape: `POST …/run?wait=, 10 steps, ${callers} at once, request → answer`,
    measured: `p50 ${ms(p50)}, p99 ${ms(at(waits, 0.99))}; ${count(rate)} steps/s`,
    ...(theirs.length > 0 && {
      against: theirs.map((peer) => `${peer.name}: p50 ${ms(peer.p50)}, ${count(peer.rate)} steps/s`).join('; '),
    }),
    ratio: [
      ...(isAlone ? [`${(p50 / ownMs).toFixed(2)} × the run's own ${ms(ownMs)}`] : []),
      ...theirs.map((peer) => `${(peer.p50 / p50).toFixed(2)} × sooner, ${(rate / peer.rate).toFixed(2)} × the pace`),
    ].join('; '),
    ...(goals.length > 0 && {
      goal: isAlone
        ? `≤ ${GOAL_ALONE} × the run's own time${kit.peers ? ', sooner than both peers' : ''}`
        : `≥ ${GOAL_CROWD} × Restate`,
      met: goals.every(Boolean),
    }),
    figures: {
      p50Ms: p50,
      p99Ms: at(waits, 0.99),
      stepsPerSecond: rate,
      ...(isAlone && { ownP50Ms: ownMs }),
      ...Object.fromEntries(theirs.map((peer) => [`${peer.name.split(' ')[0]}P50Ms`, peer.p50])),
    },
  }
}
