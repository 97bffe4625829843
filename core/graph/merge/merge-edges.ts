import type { NormalEdge } from '../flow/settle.ts'
import type { Merging, Resolution } from './conflict.ts'
import type { Reading } from './readings.ts'
import type { SameSteps } from './same-steps.ts'

/**
 * The normal edges after a merge: the base's edges with each side's additions and removals. Where both sides changed
 * the target of one edge differently, a person decides.
 */
export function mergeEdges(merging: Merging, three: SameSteps): ReadonlyMap<string, NormalEdge> {
  const { base, mine, theirs, kept } = three
  const all = new Map([...theirs.edges, ...mine.edges])
  const chosen = chosenTargets(merging, three)
  const holds = (id: string, { from, to }: NormalEdge): boolean => {
    const owner = kept.get(from) ?? kept.get(to)
    const choice = owner ?? chosen.get(from)
    if (choice === 'mine') return mine.edges.has(id)
    if (choice === 'theirs') return theirs.edges.has(id)
    if (choice === 'both') return true
    return base.edges.has(id) ? mine.edges.has(id) && theirs.edges.has(id) : true
  }
  return new Map([...all].filter(([id, edge]) => holds(id, edge)))
}

/** The choices for steps whose outgoing edges both sides changed, by step name. */
function chosenTargets(merging: Merging, { base, mine, theirs }: SameSteps): ReadonlyMap<string, Resolution> {
  const chosen = new Map<string, Resolution>()
  for (const from of new Set([...base.edges.values()].map((edge) => edge.from))) {
    const [old, own, other] = [base, mine, theirs].map((reading) => targetsOf(reading, from)) as [Names, Names, Names]
    const bothLeft = [...old].some((name) => !own.has(name) && !other.has(name))
    const drew = (names: Names) => [...names].filter((name) => !old.has(name)).join(', ')
    if (!bothLeft || drew(own) === '' || drew(other) === '' || drew(own) === drew(other)) continue
    const words = (names: Names) => [...names].join(', ')
    const sides = { base: words(old), mine: words(own), theirs: words(other) }
    chosen.set(from, merging.choose({ kind: 'value', step: from, path: ['next'], ...sides, both: true }))
  }
  return chosen
}

type Names = ReadonlySet<string>

function targetsOf(reading: Reading, step: string): Names {
  return new Set([...reading.edges.values()].filter(({ from }) => from === step).map(({ to }) => to))
}
