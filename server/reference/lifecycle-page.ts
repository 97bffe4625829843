import { phaseTransitions, publicTransitions, statusTransitions, taskTransitions } from '#core/run/transitions.ts'
import { isEnded, phases, publicStatuses, type Situation, statuses, taskStates, viewTable } from '#core/run/views.ts'
import { ofPhase, ofPublicStatus, ofSituation, ofStatus, ofTaskState, ofVerb } from './lifecycle-meanings.ts'
import { code, codes, page, table } from './markdown.ts'

export function lifecyclePage(): string {
  const situations = Object.keys(viewTable) as Situation[]
  return page(
    'Statuses, phases and what may follow',
    'A run has one history. Four views of it answer four questions; all are computed from it and none is stored as a truth of its own. Lists and the run page show the *status*.',
    '## Views',
    table(
      ['The run is', 'Status', 'Phase', 'Public status', 'Task state'],
      situations.map((situation) => {
        const { statuses, phases, publicStatus, taskState } = viewTable[situation]
        return [ofSituation[situation], codes(statuses), codes(phases), code(publicStatus), code(taskState)]
      }),
    ),
    '## Status',
    'What is the run doing? With several branches it is `ACTIVE` while any step executes, otherwise the most pressing wait.',
    words(statuses, ofStatus, statusTransitions, (status) => (isEnded(status) ? 'ended' : 'live')),
    '## Phase',
    'Is the world safe?',
    words(phases, ofPhase, phaseTransitions),
    '## Public status',
    'What does a client of the API see?',
    words(publicStatuses, ofPublicStatus, publicTransitions),
    '## Task state',
    'What is the scheduler doing with it?',
    words(taskStates, ofTaskState, taskTransitions),
    '## Verbs',
    'A verb that does not fit is refused with `INVALID_TRANSITION` and changes nothing.',
    table(
      ['Verb', 'What it does', 'Possible while'],
      Object.entries(ofVerb).map(([verb, [what, when]]) => [code(verb), what, when]),
    ),
  )
}

function words<Word extends string>(
  all: readonly Word[],
  meanings: Record<Word, string>,
  transitions: Record<Word, readonly Word[]>,
  kind?: (word: Word) => string,
): string {
  const followers = (word: Word) => {
    const next = transitions[word]
    if (next.length === 0) return 'nothing'
    return next.length === all.length - 1 ? 'any other' : codes(next)
  }
  return table(
    ['Word', ...(kind ? ['Kind'] : []), 'Meaning', 'May be followed by'],
    all.map((word) => [code(word), ...(kind ? [kind(word)] : []), meanings[word], followers(word)]),
  )
}
