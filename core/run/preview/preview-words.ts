import { statusWord } from '../status-words.ts'
import type { OverridePreview } from './preview-override.ts'
import type { AbandonedWork, Fate, PreviewStep } from './preview-step.ts'

/** Words for the fate of a step, in a list and in the graph. */
export const fateWords: { readonly [Each in Fate]: string } = {
  reused: 'reused',
  again: 'runs again',
  next: 'runs next',
  ahead: 'will run',
  stays: 'unchanged',
  left_out: 'skipped',
  skipped: 'skipped',
  given: 'marked done',
  left: 'abandoned',
}

/** Words for the fate of a step. A step that fails at once is not said to run next. */
export const becomesWords = ({ fate, fails }: PreviewStep) =>
  fails === undefined ? fateWords[fate] : 'fails immediately'

/** `reads state.total and steps.Quote, which are not there`; null where nothing is known to be missing. */
export function missingWords({ missing = [] }: PreviewStep): string | null {
  if (missing.length === 0) return null
  return `reads ${listedNames(missing, 'values')}, which ${missing.length === 1 ? 'is' : 'are'} missing`
}

/** Whether the step runs because of the act, at once or at least surely. */
export const runsNow = ({ fate }: PreviewStep) => fate === 'again' || fate === 'next'

const verbs = {
  http: 'sends',
  mail: 'mails',
  sql: 'queries',
  ai: 'asks',
  function: 'calls',
  person: 'asks',
  child: 'starts',
  signal: 'waits for',
} as const

/** External effects of a step in words: `calls orders.charge with the same key, undone by orders.refund`. */
export function effectWords({ effects, sameKey, undoneBy }: PreviewStep): string | null {
  if (effects.length === 0) return null
  const said = effects.map(({ kind, what, open }) =>
    `${verbs[kind]} ${what}${open ? ' (filled in when it runs)' : ''}`.trim(),
  )
  const shown = said.length > 3 ? [...said.slice(0, 2), `${said.length - 2} more`] : said
  return `${shown.join(', ')}${sameKey ? ', same idempotency key' : ''}${undoneBy === undefined ? '' : `, undone by ${undoneBy}`}`
}

/** The steps with their effects as the definition writes them, because another input puts other values in. */
export function asWritten(steps: readonly PreviewStep[]): readonly PreviewStep[] {
  return steps.map(({ effects, ...step }) => ({
    ...step,
    effects: effects.map(({ template, ...effect }) =>
      template === undefined ? effect : { ...effect, what: template, open: true as const },
    ),
  }))
}

/** `its task "Sure?" is withdrawn`, for what is under way and not waited for any more. */
export function abandonedWorkWords({ kind, what, many = 1 }: AbandonedWork): string {
  switch (kind) {
    case 'person':
      return many === 1 ? `its task “${what}” is withdrawn` : `${many} tasks “${what}” are withdrawn`
    case 'child':
      return many === 1 ? `its run of ${what} is cancelled` : `${many} runs of ${what} are cancelled`
    case 'call':
      return `the running call of ${what} may still complete`
  }
}

/** The consequences of an override in a sentence: `Ship runs next, with effects outside; 2 steps are left out.` */
export function overrideSentence({ steps, ends, keptBack }: OverridePreview & { readonly ok: true }): string {
  const of = (fate: Fate) => steps.filter((step) => step.fate === fate && step.fails === undefined)
  const leftOut = of('left_out')
  const failing = steps.filter(({ fails }) => fails !== undefined)
  const lacking = steps.filter((step) => missingWords(step) !== null)
  const when = { hold: ' once the run is resumed', hand: ' when the next step is run' }
  const runs = (running: readonly PreviewStep[], how: string) => {
    if (running.length === 0) return []
    const outside = running.some(({ effects }) => effects.length > 0) ? ', with side effects' : ''
    return [
      `${listed(running)} ${running.length === 1 ? 'runs' : 'run'}${how}${keptBack ? when[keptBack] : ''}${outside}`,
    ]
  }
  const parts = [
    ...runs(of('next'), keptBack ? '' : ' next'),
    ...runs(of('again'), ' again'),
    ...(failing.length === 0 ? [] : [`${listed(failing)} ${failing.length === 1 ? 'fails' : 'fail'} immediately`]),
    ...(lacking.length === 0 ? [] : [`${listed(lacking)} ${lacking.length === 1 ? 'reads' : 'read'} missing values`]),
    ...(leftOut.length === 0 ? [] : [`${listed(leftOut)} ${leftOut.length === 1 ? 'is' : 'are'} skipped`]),
    ...(ends === undefined
      ? []
      : [`the run ends as ${statusWord(ends.status).toLowerCase()}${ends.message ? `: ${ends.message}` : ''}`]),
  ]
  if (parts.length === 0) return 'No step starts now; running steps continue.'
  const sentence = parts.join('; ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${sentence.endsWith('.') ? '' : '.'}`
}

function listed(steps: readonly PreviewStep[]): string {
  return listedNames(
    steps.map(({ step }) => step),
    'steps',
  )
}

function listedNames(names: readonly string[], many: string): string {
  if (names.length > 3) return `${names.length} ${many}`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** `3 steps run again, 2 of them with effects outside; 4 results are reused`. */
export function previewSentence(steps: readonly PreviewStep[]): string {
  const count = (fate: PreviewStep['fate']) => steps.filter((step) => step.fate === fate).length
  const again = steps.filter(({ fate }) => fate === 'again')
  const outside = again.filter(({ effects }) => effects.length > 0).length
  const which = again.length === 1 ? '' : outside === again.length ? 'all ' : `${outside} of them `
  const effects = outside === 0 ? '' : `, ${which}with side effects`
  const [reused, ahead] = [count('reused'), count('ahead')]
  const parts = [
    `${again.length === 1 ? '1 step runs' : `${again.length} steps run`} again${effects}`,
    reused === 0 ? 'no result is reused' : reused === 1 ? '1 result is reused' : `${reused} results are reused`,
  ]
  if (ahead > 0) parts.push(`${ahead === 1 ? '1 step has' : `${ahead} steps have`} not run yet`)
  return `${parts.join('; ')}.`
}

/** The difference to another version in words, for a person who chooses one: `adds Thank, changes Charge`. */
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
