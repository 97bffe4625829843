import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { quotaTuning } from './quota-tuning.ts'

/** What one owner may use, as the installation sets it. */
export interface QuotaBounds {
  /** Runs that have not ended, with those that other runs have started. */
  readonly activeRuns: number
  readonly startsPerMinute: number
  /** Bytes of the histories of runs that wait or have ended, and of large values. */
  readonly storedBytes: number
}

/** Why a start is refused, with what to do about it. */
export interface QuotaRefusal {
  readonly message: string
  readonly retryAfterSeconds: number
}

/** The use of an owner beside its bounds. */
export interface QuotaUse {
  readonly activeRuns: { readonly used: number; readonly most: number }
  readonly startsPerMinute: { readonly used: number; readonly most: number }
  readonly storedBytes: { readonly used: number; readonly most: number }
}

export interface OwnerQuota {
  /** Counts a start of so many runs: all of them or, when it is refused, none. Null: it may begin. */
  admit(ownerId: string, runs?: number): Promise<QuotaRefusal | null>
  use(ownerId: string): Promise<QuotaUse>
}

export interface QuotaWorld {
  readonly bounds: QuotaBounds
  /** Counts the active runs of the owner, up to the number. */
  countActive(ownerId: string, most: number): Promise<number>
  /** Adds up what the owner has stored. */
  countBytes(ownerId: string): Promise<number>
  readonly monotonic: () => number
}

interface Active {
  /** The counted runs and the starts since: never fewer than there are, but for those of other processes. */
  runs: number
  countedAt: number
  /** Starts since the count under way began. */
  since: number
  counting: Promise<void> | null
  /** Bytes at the last count. */
  bytes: number
}

const { recountMs, recountAtBoundMs, ownersKept } = quotaTuning
const more = 'An administrator of the installation can allow more.'

/**
 * Quotas of owners, counted in the memory of this process: a start costs no statement, and the starts of one owner wait
 * for no other's. Active runs and stored bytes are counted in the database once a minute for an owner that starts runs, and
 * once a second while it is at a bound; in between, starts are added and ends are not taken off. Several processes may
 * therefore exceed the bound by what the others have started within that minute, and any of them that of bytes by what the
 * runs write within it.
 */
export function createOwnerQuota({ bounds, countActive, countBytes, monotonic }: QuotaWorld): OwnerQuota {
  const starts = new RateLimiterMemory({ keyPrefix: 'starts', points: bounds.startsPerMinute, duration: 60 })
  /** The least recently counted owner comes first, and is forgotten first. */
  const actives = new Map<string, Active>()

  const activeOf = (ownerId: string): Active => {
    const active = actives.get(ownerId) ?? {
      runs: 0,
      countedAt: Number.NEGATIVE_INFINITY,
      since: 0,
      counting: null,
      bytes: 0,
    }
    actives.delete(ownerId)
    actives.set(ownerId, active)
    const oldest = actives.size > ownersKept ? actives.keys().next().value : undefined
    if (oldest !== undefined) actives.delete(oldest)
    return active
  }

  const recount = (ownerId: string, active: Active): Promise<void> => {
    if (active.counting !== null) return active.counting
    active.since = 0
    active.counting = Promise.all([countActive(ownerId, bounds.activeRuns + 1), countBytes(ownerId)])
      .then(([counted, bytes]) => {
        active.runs = counted + active.since
        active.bytes = bytes
        active.countedAt = monotonic()
      })
      .finally(() => {
        active.counting = null
      })
    return active.counting
  }

  const isFull = (active: Active, runs: number) =>
    active.runs + runs > bounds.activeRuns || active.bytes >= bounds.storedBytes

  const refuseStart = async (ownerId: string, runs: number): Promise<QuotaRefusal | null> => {
    try {
      await starts.consume(ownerId, runs)
      return null
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      // The limiter counts what it refuses as well: a refused start of many runs would use up the minute.
      await starts.reward(ownerId, runs)
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      const message =
        runs === 1
          ? `This owner has started ${bounds.startsPerMinute} runs within a minute, which is its quota. Start the next one in ${seconds} s. ${more}`
          : `With these ${runs} runs this owner would start more than ${bounds.startsPerMinute} within a minute, which is its quota. Start fewer, or start them in ${seconds} s. ${more}`
      return { message, retryAfterSeconds: seconds }
    }
  }

  return {
    async admit(ownerId, runs = 1) {
      const active = activeOf(ownerId)
      const age = monotonic() - active.countedAt
      if (age === Number.POSITIVE_INFINITY) await recount(ownerId, active)
      else if (isFull(active, runs) && age >= recountAtBoundMs) await recount(ownerId, active)
      // A count that fails is tried again with a later start, which has not to wait for it either.
      else if (age >= recountMs && active.counting === null) recount(ownerId, active).catch(() => undefined)
      if (active.runs + runs > bounds.activeRuns) {
        const message =
          runs === 1
            ? `This owner has ${bounds.activeRuns} runs that have not ended, which is its quota. End some of them, or wait. ${more}`
            : `With these ${runs} runs this owner would have more than ${bounds.activeRuns} runs that have not ended, which is its quota. Start fewer, end some others, or wait. ${more}`
        return { message, retryAfterSeconds: quotaTuning.retryAfterSeconds }
      }
      if (active.bytes >= bounds.storedBytes) {
        const message = `The runs of this owner take ${sizeOf(active.bytes)}, and its quota is ${sizeOf(bounds.storedBytes)}. Remove ended runs, or keep them for fewer days. ${more}`
        return { message, retryAfterSeconds: quotaTuning.retryAfterSeconds }
      }
      // Counted before anything is awaited, so that concurrent starts see each other.
      active.runs += runs
      active.since += runs
      const refusal = await refuseStart(ownerId, runs)
      if (refusal === null) return null
      active.runs -= runs
      active.since -= runs
      return refusal
    },
    async use(ownerId) {
      const [activeRuns, bytes, started] = await Promise.all([
        countActive(ownerId, bounds.activeRuns),
        countBytes(ownerId),
        starts.get(ownerId),
      ])
      return {
        activeRuns: { used: activeRuns, most: bounds.activeRuns },
        startsPerMinute: {
          used: Math.min(started?.consumedPoints ?? 0, bounds.startsPerMinute),
          most: bounds.startsPerMinute,
        },
        storedBytes: { used: bytes, most: bounds.storedBytes },
      }
    },
  }
}

const sizeOf = (bytes: number) =>
  bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`
