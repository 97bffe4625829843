import { sizeWords } from '#components/ui/text/size-words.ts'
import type { PlacedRef } from '#core/run/payload/payload-ref.ts'
import { runsTexts } from '../texts/runs.ts'

const mostNamed = 3

/** The reason why a form cannot be submitted: parts of it are offloaded. Null when none are. */
export function apartInForm(refs: readonly PlacedRef[]): string | null {
  if (refs.length === 0) return null
  const named = refs.slice(0, mostNamed).map(({ path, bytes }) => `${placeOf(path)} (${sizeWords(bytes)})`)
  const more = refs.length > mostNamed ? runsTexts.andMoreLength(refs.length - mostNamed) : ''
  const [are, places] = refs.length === 1 ? ['is', runsTexts.itsPlace] : ['are', runsTexts.theirPlaces]
  return runsTexts.storedSeparatelyAndCantBe(named.join(', '), more, are, places)
}

/** The reason why an output cannot be pinned. */
export function apartInOutput(refs: readonly PlacedRef[]): string {
  const bytes = refs.reduce((sum, ref) => sum + ref.bytes, 0)
  const isAll = refs.some(({ path }) => path.length === 0)
  return isAll ? runsTexts.thisOutputHasAndIs(sizeWords(bytes)) : runsTexts.ofThisOutputAreStored(sizeWords(bytes))
}

const placeOf = (path: PlacedRef['path']) => (path.length === 0 ? 'It' : path.join('.'))
