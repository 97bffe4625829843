import { createRandom } from '#proof/simulation/world/random.ts'

/** What a run of ten steps costs, measured with results of one size. */
export interface Cost {
  /** Kept in tables and indexes, and written to the write-ahead log, in a run. */
  readonly keptBytes: number
  readonly walBytes: number
  /** Microseconds of processor in a step. */
  readonly engineUs: number
  readonly databaseUs: number
}

export const STEPS_OF_A_RUN = 10
const RUNS = 1e9
/** The busiest moment against the mean. */
const PEAK = 5
/** The share of a core that an engine may use for long, and that of the eight cores of a database. */
const ENGINE_SHARE = 0.7
const DATABASE_CORES = 8
const DATABASE_SHARE = 0.6
/** What one PostgreSQL writes to a synchronous standby, and what it keeps hot. */
const WAL_BYTES_PER_SECOND = 120e6
const SHARD_BYTES = 4e12
const HOT_DAYS = { long: 90, short: 7 }

const DAY = 86_400
export const periods = { year: 365 * DAY, month: 30.4 * DAY, week: 7 * DAY, day: DAY } as const
export type Period = keyof typeof periods

/** What a billion runs in a period need. */
interface Need {
  readonly meanRuns: number
  readonly peakSteps: number
  readonly engineCores: number
  readonly shardsByThroughput: number
  readonly hotTerabytes: number
  readonly shardsBySize: number
  readonly shardsBySizeOfAWeek: number
}

/** Steps a second of one engine core, and of one database with its standby. */
export const stepsPerEngineCore = ({ engineUs }: Cost) => (ENGINE_SHARE * 1e6) / engineUs
export const stepsPerDatabase = ({ walBytes, databaseUs }: Cost) =>
  Math.min(WAL_BYTES_PER_SECOND / (walBytes / STEPS_OF_A_RUN), (DATABASE_CORES * DATABASE_SHARE * 1e6) / databaseUs)

export function needOf(cost: Cost, period: Period): Need {
  const meanRuns = RUNS / periods[period]
  const peakSteps = PEAK * meanRuns * STEPS_OF_A_RUN
  const bytesOf = (days: number) => meanRuns * DAY * days * cost.keptBytes
  return {
    meanRuns,
    peakSteps,
    engineCores: Math.ceil(peakSteps / stepsPerEngineCore(cost)),
    shardsByThroughput: Math.ceil(peakSteps / stepsPerDatabase(cost)),
    hotTerabytes: bytesOf(HOT_DAYS.long) / 1e12,
    shardsBySize: Math.ceil(bytesOf(HOT_DAYS.long) / SHARD_BYTES),
    shardsBySizeOfAWeek: Math.ceil(bytesOf(HOT_DAYS.short) / SHARD_BYTES),
  }
}

/** Seconds without an engine, or without a primary: the lease of a lost engine, and the election after a lost primary. */
const STALL = { engine: 10, primary: 15 }
/** In a month: one engine is lost, a primary in every third month, and four upgrades drain every engine. */
const UPGRADES = 4
const PRIMARY_LOST = 1 / 3
const SPARE_CORES = 1

interface Month {
  readonly engineCores: number
  /** Moments in which runs stood still, and the seconds of them together. */
  readonly stalls: number
  readonly stalledSeconds: number
  /** The most steps that waited, and the longest time until none waited any more. */
  readonly mostWaiting: number
  readonly longestDrainSeconds: number
  /** The share of all seconds in which steps waited. */
  readonly waitedShare: number
}

/** A month of a billion runs, second by second, with a peak each day and faults at drawn instants. */
export function simulateMonth(cost: Cost, seed: number): Month {
  const random = createRandom('capacity', seed)
  const { meanRuns, engineCores: needed, shardsByThroughput } = needOf(cost, 'month')
  const engineCores = needed + SPARE_CORES
  const seconds = Math.round(periods.month)
  const capacity = Math.min(engineCores * stepsPerEngineCore(cost), shardsByThroughput * stepsPerDatabase(cost))
  const { lost, primaries } = drawFaults(random, seconds, engineCores)
  let [waiting, mostWaiting, waited, drain, longestDrain, stalledSeconds] = [0, 0, 0, 0, 0, 0]
  for (let second = 0; second < seconds; second += 1) {
    const share = lost.get(second) ?? 0
    if (share > 0) stalledSeconds += 1
    waiting = Math.max(0, waiting + loadAt(second, meanRuns) - capacity * (1 - share))
    mostWaiting = Math.max(mostWaiting, waiting)
    if (waiting > 0) waited += 1
    drain = waiting > 0 ? drain + 1 : 0
    longestDrain = Math.max(longestDrain, drain)
  }
  return {
    engineCores,
    stalls: 1 + UPGRADES + primaries,
    stalledSeconds,
    mostWaiting,
    longestDrainSeconds: longestDrain,
    waitedShare: waited / seconds,
  }
}

/** Steps that come in a second of the day: an hour of the peak, and an even load besides, with the mean of the period. */
function loadAt(second: number, meanRuns: number): number {
  const hour = (second % DAY) / 3_600
  const besides = (24 - PEAK) / 23
  return meanRuns * STEPS_OF_A_RUN * (hour >= 9 && hour < 10 ? PEAK : besides)
}

/** By second, the share of the capacity that is lost. */
function drawFaults(random: ReturnType<typeof createRandom>, seconds: number, engineCores: number) {
  const lost = new Map<number, number>()
  const add = (from: number, length: number, share: number) => {
    for (let second = from; second < from + length; second += 1)
      lost.set(second, Math.min(1, (lost.get(second) ?? 0) + share))
  }
  add(random.below(seconds), STALL.engine, 1 / engineCores)
  // Engines are replaced one after the other.
  for (let upgrade = 0; upgrade < UPGRADES; upgrade += 1)
    add(random.below(seconds), STALL.engine * engineCores, 1 / engineCores)
  const primaries = random.chance(PRIMARY_LOST) ? 1 : 0
  if (primaries > 0) add(random.below(seconds), STALL.primary, 1)
  return { lost, primaries }
}
