import { parentPort, workerData } from 'node:worker_threads'
import { explore } from '../explore.ts'
import { plantedBugs } from '../planted-bugs.ts'
import type { Found, Share } from './explore-widely.ts'

/** One of the threads of `exploreWidely`. */
const { from, stride, seeds: most, seconds, bug, spared, twice, stop } = workerData as Share
const until = performance.now() + seconds * 1_000

const { seeds, steps, coverage, failure } = await explore({
  ...{ from, stride, twice, spared: new Set(spared) },
  bug: plantedBugs.find(({ name }) => name === bug) ?? null,
  goesOn: (done) => done < most && performance.now() < until && Atomics.load(stop, 0) === 0,
})
if (failure) Atomics.store(stop, 0, 1)
const { invariant = '', what = '' } = failure?.simulation.violation ?? {}
const found: Found = {
  ...{ seeds, steps, coverage },
  failure: failure && { seed: failure.seed, invariant: String(invariant), what },
}
parentPort?.postMessage(found)
