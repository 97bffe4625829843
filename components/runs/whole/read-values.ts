import { payloadPath } from '#components/shell/paths.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { refsIn } from '#core/run/payload/payload-ref.ts'

/**
 * Hashes of the offloaded values in a value that may be submitted again: none that is too long for it, and at most
 * `most` bytes in all.
 */
export function givable(value: Json | undefined, most: number = limits.run.inputBytes): readonly string[] {
  const found = new Set<string>()
  let left = most
  for (const { sha256, bytes } of refsIn(value)) {
    if (found.size === limits.shown.valuesOfForm) break
    if (found.has(sha256) || bytes > Math.min(left, limits.run.inputBytes)) continue
    found.add(sha256)
    left -= bytes
  }
  return [...found]
}

export interface ReadValues {
  /** Values by hash. */
  readonly values: ReadonlyMap<string, Json>
  /** Hashes that are no references of the run: an object of the author's own looks like a reference. */
  readonly own: ReadonlySet<string>
}

/** Reads offloaded values of a run. */
export async function readValues(runId: string, hashes: readonly string[]): Promise<ReadValues> {
  const values = new Map<string, Json>()
  const own = new Set<string>()
  await Promise.all(
    hashes.map(async (sha256) => {
      const response = await fetch(payloadPath(runId, sha256))
      const answer = (await response.json()) as Json
      if (response.ok) values.set(sha256, answer)
      else if (isAboutValue(answer)) own.add(sha256)
      else throw new Error('Cannot load a large value of the run.')
    }),
  )
  return { values, own }
}

/** The run exists, but the value does not. */
function isAboutValue(answer: Json): boolean {
  const error = isJsonObject(answer) ? answer.error : undefined
  return isJsonObject(error) && error.code === 'NOT_FOUND' && error.field === 'sha256'
}
