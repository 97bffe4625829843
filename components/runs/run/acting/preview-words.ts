import type { PreviewStep } from '#core/run/again/preview.ts'

const verbs = { http: 'sends', function: 'calls', person: 'asks', child: 'starts', signal: 'waits for' } as const

/** What running a step does outside: `calls orders.charge with the same key, undone by orders.refund`. */
export function effectWords({ effects, sameKey, undoneBy }: PreviewStep): string | null {
  if (effects.length === 0) return null
  const said = effects.map(({ kind, what }) => `${verbs[kind]} ${what}`.trim())
  const shown = said.length > 3 ? [...said.slice(0, 2), `${said.length - 2} more`] : said
  return `${shown.join(', ')}${sameKey ? ', with the same key' : ''}${undoneBy === undefined ? '' : `, undone by ${undoneBy}`}`
}

/** `3 steps run again, 2 of them with effects outside; 4 results are reused`. */
export function previewSentence(steps: readonly PreviewStep[]): string {
  const count = (fate: PreviewStep['fate']) => steps.filter((step) => step.fate === fate).length
  const again = steps.filter(({ fate }) => fate === 'again')
  const outside = again.filter(({ effects }) => effects.length > 0).length
  const which = again.length === 1 ? '' : outside === again.length ? 'all ' : `${outside} of them `
  const effects = outside === 0 ? '' : `, ${which}with effects outside`
  const [reused, ahead] = [count('reused'), count('ahead')]
  const parts = [
    `${again.length === 1 ? '1 step runs' : `${again.length} steps run`} again${effects}`,
    reused === 0 ? 'no result is reused' : reused === 1 ? '1 result is reused' : `${reused} results are reused`,
  ]
  if (ahead > 0) parts.push(`${ahead === 1 ? '1 step has' : `${ahead} steps have`} not run yet`)
  return `${parts.join('; ')}.`
}

/** How another version differs, for whoever chooses it: `adds Thank, changes Charge`. */
export function differenceWords(difference: {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}): string {
  const part = (verb: string, names: readonly string[]) => {
    if (names.length === 0) return []
    const shown = names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
    return [`${verb} ${shown}`]
  }
  const parts = [
    ...part('adds', difference.added),
    ...part('changes', difference.changed),
    ...part('removes', difference.removed),
  ]
  return parts.length === 0 ? 'has the same steps' : parts.join(', ')
}
