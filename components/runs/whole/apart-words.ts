import { sizeWords } from '#components/ui/text/size-words.ts'
import type { PlacedRef } from '#core/run/payload/payload-ref.ts'

const mostNamed = 3

/** The reason why a form cannot be submitted: parts of it are offloaded. Null when none are. */
export function apartInForm(refs: readonly PlacedRef[]): string | null {
  if (refs.length === 0) return null
  const named = refs.slice(0, mostNamed).map(({ path, bytes }) => `${placeOf(path)} (${sizeWords(bytes)})`)
  const more = refs.length > mostNamed ? ` and ${refs.length - mostNamed} more` : ''
  const [are, places] = refs.length === 1 ? ['is', 'its place'] : ['are', 'their places']
  return `${named.join(', ')}${more} ${are} stored separately and can’t be sent again. Enter a value in ${places}, under JSON, or remove it.`
}

/** The reason why an output cannot be pinned. */
export function apartInOutput(refs: readonly PlacedRef[]): string {
  const bytes = refs.reduce((sum, ref) => sum + ref.bytes, 0)
  const isAll = refs.some(({ path }) => path.length === 0)
  return isAll
    ? `This output has ${sizeWords(bytes)} and is stored separately, so it can’t be pinned.`
    : `${sizeWords(bytes)} of this output are stored separately, so it can’t be pinned.`
}

const placeOf = (path: PlacedRef['path']) => (path.length === 0 ? 'It' : path.join('.'))
