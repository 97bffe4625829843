import type { ProcessFacts } from './process-facts.ts'

const MOST_NAMED = 3

/** Sentences about what differs between a process and the other ones of the installation; none when all are equal. */
export function differences(own: ProcessFacts, others: readonly ProcessFacts[]): readonly string[] {
  return [
    ...about(others, ({ version }) => version !== own.version, `another version than ${own.version}`, 'Update them'),
    ...(own.kind === 'web'
      ? []
      : about(
          others.filter(({ kind }) => kind !== 'web'),
          ({ functions }) => functions !== own.functions,
          'other step functions',
          'Give all engines and workers the same HEDDLE_FUNCTIONS',
        )),
    ...Object.entries(own.settings).flatMap(([name, value]) =>
      about(
        others,
        ({ settings }) => settings[name] !== undefined && settings[name] !== value,
        `another ${name} than ${value}`,
        'Set it to the same value everywhere',
      ),
    ),
  ]
}

function about(
  others: readonly ProcessFacts[],
  differs: (other: ProcessFacts) => boolean,
  what: string,
  todo: string,
): readonly string[] {
  const found = others.filter(differs)
  if (found.length === 0) return []
  const named = found.slice(0, MOST_NAMED).map(({ kind, id }) => `${kind} ${id}`)
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : ''
  return [`${named.join(', ')}${more} ${found.length === 1 ? 'has' : 'have'} ${what}. ${todo}.`]
}
